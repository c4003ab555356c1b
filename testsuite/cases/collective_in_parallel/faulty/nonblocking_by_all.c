// Every thread starts a non-blocking barrier and waits for it: four times one communicator.
//@ flags: -fopenmp
//@ ranks: 2
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, provided, work = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#pragma omp parallel num_threads(4)
    {
        MPI_Request request;
        MPI_Ibarrier(MPI_COMM_WORLD, &request); //~ collective_in_parallel
#pragma omp for schedule(static) reduction(+ : work)
        for (int i = 0; i < 100; i++)
            work += i % 7;
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    printf("rank %d: %d\n", rank, work);
    MPI_Finalize();
    return 0;
}
