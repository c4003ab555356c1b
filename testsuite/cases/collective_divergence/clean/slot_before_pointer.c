// A pointer into the middle of a table; each rank raises its own flag by it, behind the first ones.
//@ ranks: 4
#include <mpi.h>

int main(int argc, char **argv)
{
    int flags[8], *middle = flags + 4;
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    flags[0] = 0;
    flags[1] = 0;
    flags[2] = 0;
    flags[3] = 0;
    middle[rank] = 1;
    if (flags[2])
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
