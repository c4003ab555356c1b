// The handler names a class that the exception does not derive from: it passes by, out of the loop.
//@ ranks: 3
#include <mpi.h>

#include <iostream>
#include <stdexcept>

class SolverError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

class Diverged : public std::runtime_error {
public:
    explicit Diverged(double residual) : std::runtime_error("diverged"), residual(residual) {}
    double residual;
};

static double step(int rank, double x)
{
    if (x > 3.0 && rank == 1)
        throw Diverged(x);
    return x * 1.1;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int status = 0;
    try {
        double x = rank + 1;
        for (int round = 0; round < 10; round++) {
            int failed = 0;
            try {
                x = step(rank, x);
            } catch (const SolverError &) {
                failed = 1;
            }
            MPI_Allreduce(MPI_IN_PLACE, &failed, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD); //~ collective_divergence
            if (failed)
                throw SolverError("a rank failed");
        }
    } catch (const std::exception &error) {
        std::cerr << error.what() << '\n';
        status = 1;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return status == 1 ? 0 : 1;
}
