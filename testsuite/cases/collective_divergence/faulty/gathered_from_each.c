/* Every rank puts its own number into the list, but only rank 0 gathers all of them. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, first = -1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int *loads = calloc(size, sizeof(int));
    int *owners = malloc(size * sizeof(int));
    loads[rank] = rank % 2;
    owners[rank] = rank;
    int mine = loads[rank];
    MPI_Gather(&mine, 1, MPI_INT, loads, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Allgather(&rank, 1, MPI_INT, owners, 1, MPI_INT, MPI_COMM_WORLD);
    for (int i = 0; i < size; i++) {
        if (loads[i] != 0) {
            first = owners[i];
            break;
        }
    }
    if (first >= 0) {
        MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
        if (rank == 0)
            printf("%d\n", first);
    }
    free(loads);
    free(owners);
    MPI_Finalize();
    return 0;
}
