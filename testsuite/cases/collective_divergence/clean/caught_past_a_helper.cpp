// A flag tells whether all went well; what no rank throws would pass through a function with nothing to destroy.
#include <mpi.h>
#include <stdexcept>

[[noreturn]] static void fail(const char *what)
{
    throw std::runtime_error(what);
}

static void check(int rank)
{
    if (rank < 0)
        fail("there is no such rank");
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
