// Ranks throw exceptions of several kinds: what all of them derive from is caught, and once what only one of them is.
//@ ranks: 3
#include <mpi.h>

#include <stdexcept>
#include <string>

namespace {

struct failure : std::runtime_error {
    using std::runtime_error::runtime_error;
};

struct not_converged : failure {
    explicit not_converged(int steps) : failure("after " + std::to_string(steps)) {}
};

struct singular : failure {
    singular() : failure("singular") {}
};

double solve(int rank, int steps)
{
    if (rank == 1)
        throw singular();
    throw not_converged(steps);
}

} // namespace

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, failed = 0;
    double sum = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    try {
        sum = solve(rank, 10);
    } catch (const failure &) {
        failed = 1;
    }
    MPI_Allreduce(MPI_IN_PLACE, &failed, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    try {
        sum += solve(rank, 20);
    } catch (const not_converged &) {
        sum = -1;
    } catch (const singular &) {
        sum = -2;
    }
    MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return sum == -4 ? 0 : 1;
}
