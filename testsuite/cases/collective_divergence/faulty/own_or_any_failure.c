// All are told whether anybody has failed, but each rank goes by its own failure.
//@ says: rank 0
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, failed = 0, any;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        FILE *file = fopen("/", "w");
        failed = file == NULL;
    }
    MPI_Allreduce(&failed, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    if (failed) {
        MPI_Finalize();
        return 1;
    }
    MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
    MPI_Finalize();
    return 0;
}
