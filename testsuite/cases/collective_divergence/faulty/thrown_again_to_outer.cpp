// A handler throws again what it caught; only one of two kinds is caught further out.
//@ ranks: 4
#include <mpi.h>

#include <stdexcept>

namespace {

struct Failure {
    virtual ~Failure() = default;
};
struct Traced {
    virtual ~Traced() = default;
    int line = 0;
};
struct Overflow : Failure, Traced {};
struct Timeout : Failure {};

void work(int rank)
{
    if (rank == 1)
        throw Overflow();
    if (rank == 2)
        throw Timeout();
}

/// What has a line is told with it, and thrown again.
void tried(int rank, int &line)
{
    try {
        work(rank);
    } catch (const Traced &traced) {
        line = traced.line;
        throw;
    }
}

} // namespace

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, line = -1, failed = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    try {
        try {
            tried(rank, line);
        } catch (const Traced &) {
            failed = 1;
        }
        MPI_Allreduce(MPI_IN_PLACE, &failed, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); //~ collective_divergence
    } catch (...) {
        failed = -1;
    }
    MPI_Finalize();
    return failed == 2 ? 0 : 1;
}
