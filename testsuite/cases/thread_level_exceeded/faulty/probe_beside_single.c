// The master looks for messages while another thread may be in the single region's send.
//@ flags: -fopenmp
//@ ranks: 2
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, provided, waiting = 0, request = 17, got = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
    if (provided < MPI_THREAD_SERIALIZED)
        MPI_Abort(MPI_COMM_WORLD, provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#pragma omp parallel num_threads(3)
    {
#pragma omp masked
        MPI_Iprobe(MPI_ANY_SOURCE, 99, MPI_COMM_WORLD, &waiting, MPI_STATUS_IGNORE);
#pragma omp single
        {
            if (rank == 1)
                MPI_Send(&request, 1, MPI_INT, 0, 4, MPI_COMM_WORLD); //~ thread_level_exceeded
        }
    }
    if (rank == 0) {
        MPI_Recv(&got, 1, MPI_INT, 1, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        printf("%d, %s\n", got, waiting ? "stopped" : "goes on");
    }
    MPI_Finalize();
    return 0;
}
