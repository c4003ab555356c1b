// All ranks merge the two halves before they synchronise.
//@ ranks: 4
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    MPI_Comm half, both, merged;
    int rank, size, side, members;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    side = rank % 2;
    MPI_Comm_split(MPI_COMM_WORLD, side, rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - side, 12, &both);
    if (rank == 0) {
        MPI_Intercomm_merge(both, side, &merged);
        MPI_Barrier(MPI_COMM_WORLD);
    } else {
        MPI_Intercomm_merge(both, side, &merged);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Comm_size(merged, &members);
    if (rank == 0)
        printf("%d of %d\n", members, size);
    MPI_Comm_free(&merged);
    MPI_Comm_free(&both);
    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}
