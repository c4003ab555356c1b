// The region has a team of one: its if clause is false while the zones are distributed.
//@ flags: -fopenmp
//@ ranks: 2
#include <mpi.h>
#include <stdio.h>

static int zones[6];

static void distribute(int rank)
{
    if (rank == 0)
        for (int z = 0; z < 6; z++)
            zones[z] = 100 + z;
    MPI_Bcast(zones, 6, MPI_INT, 0, MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    int rank, provided;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#pragma omp parallel num_threads(3) if (0)
    {
        distribute(rank);
    }
    printf("rank %d: %d\n", rank, zones[5]);
    MPI_Finalize();
    return 0;
}
