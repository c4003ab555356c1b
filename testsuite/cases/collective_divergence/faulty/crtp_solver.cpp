// Static polymorphism: the base class asks the derived one whether to go on.
#include <mpi.h>

template <typename Derived> class Iteration {
public:
    int solve()
    {
        int iterations = 0;
        while (self().residual() > 1e-3 && iterations < 20) {
            self().relax();
            self().synchronise();
            iterations++;
        }
        return iterations;
    }

private:
    Derived &self() { return static_cast<Derived &>(*this); }
};

class Jacobi : public Iteration<Jacobi> {
public:
    explicit Jacobi(int rank) : local_(1.0 + 10 * rank), global_(1.0 + 10 * rank) {}
    void relax() { local_ *= 0.5; }
    double residual() const { return local_; }
    void synchronise() { MPI_Bcast(&shift_, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD); } //~ collective_divergence

private:
    double local_, global_, shift_ = 0.0;
};

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    Jacobi jacobi(rank);
    jacobi.solve();
    MPI_Finalize();
    return 0;
}
