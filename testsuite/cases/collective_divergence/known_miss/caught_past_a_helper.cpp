// A flag tells whether all went well; what one rank throws passes through a function with nothing to destroy.
//@ why: that a call with no landing pad may throw is not followed into values, only into the calls made behind it
#include <mpi.h>
#include <stdexcept>

static void check(int rank)
{
    if (rank == 1)
        throw std::runtime_error("rank 1 cannot");
}

static void prepare(int rank)
{
    check(rank);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, prepared;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    try {
        prepare(rank);
        prepared = 1;
    } catch (...) {
        prepared = 0;
    }
    if (prepared)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
