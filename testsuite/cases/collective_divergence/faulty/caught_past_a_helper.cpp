// A flag tells whether all went well; what one rank throws passes through a function with nothing to destroy.
#include <mpi.h>
#include <stdexcept>

[[noreturn]] static void fail(const char *what)
{
    throw std::runtime_error(what);
}

static void check(int rank)
{
    if (rank == 1)
        fail("rank 1 cannot");
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
        MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
    MPI_Finalize();
    return 0;
}
