// How residuals are combined is an option; one rank knows better.
#include <mpi.h>
#include <cstring>

class Norm {
public:
    enum Kind { sum, maximum };
    explicit Norm(Kind kind) : kind_(kind) {}
    MPI_Op operation() const { return kind_ == sum ? MPI_SUM : MPI_MAX; }
    double reduce(double local, MPI_Comm comm) const
    {
        double global = 0.0;
        MPI_Allreduce(&local, &global, 1, MPI_DOUBLE, operation(), comm);
        return global;
    }

private:
    Kind kind_;
};

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const bool by_sum = argc > 1 && std::strcmp(argv[1], "sum") == 0;
    const Norm norm(by_sum ? Norm::sum : Norm::maximum);
    norm.reduce(1.0 / (rank + 1), MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
