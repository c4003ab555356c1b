// One rank begins many barriers and a duplicate of the communicator before the others begin any. Then messages
// go over the duplicate.
//@ ranks: 2
//@ check: all
#include <mpi.h>
#include <stdio.h>

#define BARRIERS 150

int main(int argc, char **argv)
{
    int rank, size, value = 0;
    static MPI_Request requests[BARRIERS + 1];
    MPI_Comm duplicate;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank != 0)
        MPI_Recv(&value, 1, MPI_INT, rank - 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int k = 0; k < BARRIERS; k++)
        MPI_Ibarrier(MPI_COMM_WORLD, &requests[k]);
    MPI_Comm_idup(MPI_COMM_WORLD, &duplicate, &requests[BARRIERS]);
    if (rank != size - 1)
        MPI_Send(&value, 1, MPI_INT, rank + 1, 1, MPI_COMM_WORLD);
    MPI_Waitall(BARRIERS + 1, requests, MPI_STATUSES_IGNORE);
    for (int k = 0; k < 200; k++) {
        if (rank == 0) {
            MPI_Send(&k, 1, MPI_INT, 1, 2, duplicate);
            MPI_Recv(&value, 1, MPI_INT, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else if (rank == 1) {
            MPI_Recv(&value, 1, MPI_INT, 0, 2, duplicate, MPI_STATUS_IGNORE);
            MPI_Send(&value, 1, MPI_INT, 0, 2, MPI_COMM_WORLD);
        }
        MPI_Bcast(&value, 1, MPI_INT, 0, duplicate);
    }
    if (rank == 0)
        printf("%d\n", value);
    MPI_Comm_free(&duplicate);
    MPI_Finalize();
    return 0;
}
