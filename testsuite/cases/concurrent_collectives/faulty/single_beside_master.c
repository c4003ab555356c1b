// Nobody waits behind the single region; the master may already be in its own collective.
//@ flags: -fopenmp
//@ ranks: 2
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, provided, version = 0, ready = 1, all_ready = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#pragma omp parallel num_threads(3)
    {
#pragma omp single nowait
        {
            if (rank == 0)
                version = 4;
            MPI_Bcast(&version, 1, MPI_INT, 0, MPI_COMM_WORLD);
        }
#pragma omp master
        MPI_Allreduce(&ready, &all_ready, 1, MPI_INT, MPI_LAND, MPI_COMM_WORLD); //~ concurrent_collectives
    }
    printf("rank %d: version %d%s\n", rank, version, all_ready ? "" : " not ready");
    MPI_Finalize();
    return 0;
}
