// All ranks fill an array alike, from its end to its beginning.
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, levels[4], *next = levels + 4;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    levels[1] = size;
    while (next != levels)
        *--next = size;
    if (levels[1] > 0)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
