// A helper throws a kind of mistake of the program's own, and who calls it reckons with that: on all ranks alike.
#include <mpi.h>
#include <stdexcept>

class Singular : public std::domain_error {
    int row_;

public:
    explicit Singular(int row) : std::domain_error("singular"), row_(row) {}
    int row() const { return row_; }
};

static double inverted(double pivot, int row)
{
    if (pivot == 0.0)
        throw Singular(row);
    return 1.0 / pivot;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, row = -1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    double pivot = argc == 2 ? 0.0 : 1.0;
    try {
        double inverse = inverted(pivot, argc), sum;
        MPI_Allreduce(&inverse, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    } catch (const Singular &singular) {
        row = singular.row();
    }
    MPI_Finalize();
    return row > 2;
}
