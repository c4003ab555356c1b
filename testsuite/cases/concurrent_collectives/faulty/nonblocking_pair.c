// Non-blocking collectives have an order too: the second may be started before the first.
//@ flags: -fopenmp
//@ ranks: 2
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, provided, count = 1, counts = 0, step = 0, sum = 0;
    MPI_Request requests[2];
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        step = 7;
#pragma omp parallel num_threads(4)
    {
#pragma omp single nowait
        MPI_Iallreduce(&count, &counts, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &requests[0]);
#pragma omp single nowait
        MPI_Ibcast(&step, 1, MPI_INT, 0, MPI_COMM_WORLD, &requests[1]); //~ concurrent_collectives
#pragma omp for reduction(+ : sum)
        for (int i = 0; i < 10; i++)
            sum += i;
    }
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    printf("rank %d: %d %d %d\n", rank, counts, step, sum);
    MPI_Finalize();
    return 0;
}
