// MPI 4: the root starts the gather as often as the others do.
// Open MPI 4.1 does not have persistent collectives.
//@ mpi: mpich
//@ ranks: 3
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    MPI_Request gather;
    int rank, own, all[64] = {0};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    own = rank + 1;
    MPI_Gather_init(&own, 1, MPI_INT, all, 1, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &gather);
    if (rank >= 0) {
        MPI_Start(&gather);
        MPI_Wait(&gather, MPI_STATUS_IGNORE);
    }
    MPI_Request_free(&gather);
    if (rank == 0)
        printf("gathered\n");
    MPI_Finalize();
    return 0;
}
