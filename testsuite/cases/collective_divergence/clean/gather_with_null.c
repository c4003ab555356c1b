// Only the root has a receive buffer.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size;
    int *all = NULL;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0)
        all = malloc(size * sizeof *all);
    MPI_Gather(&rank, 1, MPI_INT, all, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        long sum = 0;
        for (int i = 0; i < size; i++)
            sum += all[i];
        printf("%ld\n", sum);
    }
    free(all);
    MPI_Finalize();
    return 0;
}
