// All ranks throw, but not the same: what can be tried again on some ranks ends the run on others.
//@ ranks: 3
//@ static: none
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
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    try {
        solve(rank, 10);
    } catch (const not_converged &) {
        MPI_Barrier(MPI_COMM_WORLD);
    } catch (const singular &) {
        failed = 1;
    }
    MPI_Finalize();
    return failed;
}
