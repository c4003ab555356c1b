// A text is thrown: no class is what it is caught as.
//@ ranks: 3
#include <mpi.h>

#include <exception>

static void check(int rank)
{
    if (rank == 1)
        throw "the second rank";
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, failed = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    try {
        check(rank);
    } catch (const std::exception &) {
        MPI_Barrier(MPI_COMM_WORLD);
    } catch (const char *) {
        failed = 1;
    }
    MPI_Allreduce(MPI_IN_PLACE, &failed, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return failed == 1 ? 0 : 1;
}
