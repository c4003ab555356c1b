// One thread starts the non-blocking barrier, the team computes, one thread waits for it.
//@ flags: -fopenmp
//@ ranks: 2
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, provided, work = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Request request;
#pragma omp parallel num_threads(4)
    {
#pragma omp single
        MPI_Ibarrier(MPI_COMM_WORLD, &request);
#pragma omp for schedule(static) reduction(+ : work)
        for (int i = 0; i < 100; i++)
            work += i % 7;
#pragma omp single
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    printf("rank %d: %d\n", rank, work);
    MPI_Finalize();
    return 0;
}
