// All ranks of one half are told whether anybody of the other half has failed, and go by that.
//@ ranks: 4
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, failed, any;
    MPI_Comm half, between;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - rank % 2, 1, &between);
    failed = rank == 2;
    MPI_Allreduce(&failed, &any, 1, MPI_INT, MPI_MAX, between);
    if (any)
        MPI_Barrier(half);
    MPI_Comm_free(&between);
    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}
