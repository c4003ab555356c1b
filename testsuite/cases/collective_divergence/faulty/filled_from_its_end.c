// An array is filled from its end to its beginning.
//@ static: none
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, levels[4], *next = levels + 4;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    levels[1] = size;
    while (next != levels)
        *--next = rank;
    if (levels[1] > 0)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
