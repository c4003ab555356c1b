// Everybody knows what everybody has, and decides alike.
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int mine = rank * 3, largest = 0;
    int *loads = malloc(size * sizeof *loads);
    MPI_Allgather(&mine, 1, MPI_INT, loads, 1, MPI_INT, MPI_COMM_WORLD);
    for (int i = 0; i < size; i++)
        if (loads[i] > largest)
            largest = loads[i];
    if (largest > 4)
        MPI_Barrier(MPI_COMM_WORLD);
    free(loads);
    MPI_Finalize();
    return 0;
}
