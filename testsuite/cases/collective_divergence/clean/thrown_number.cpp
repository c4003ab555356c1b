// A number is thrown and caught as such; what catches `std::exception` lets it pass.
//@ ranks: 3
#include <mpi.h>

#include <exception>

static int check(int rank)
{
    if (rank == 1)
        throw rank + 2;
    return 0;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, failed = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    try {
        try {
            failed = check(rank);
        } catch (const std::exception &) {
            failed = 2;
        } catch (int number) {
            failed = number;
        }
        MPI_Allreduce(MPI_IN_PLACE, &failed, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    } catch (...) {
        failed = 4;
    }
    MPI_Finalize();
    return failed == 3 ? 0 : 1;
}
