// A library sends messages only if it is not called by several threads.
//@ flags: -fopenmp
//@ ranks: 2
#include <mpi.h>
#include <omp.h>
#include <stdio.h>

static void exchange(int rank, int *other)
{
    if (!omp_in_parallel())
        MPI_Sendrecv(&rank, 1, MPI_INT, 1 - rank, 3, other, 1, MPI_INT, 1 - rank, 3, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    int provided, rank, sum = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SINGLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    exchange(rank, &sum);
#pragma omp parallel num_threads(2) reduction(+ : sum)
    {
        int other = 0;
        exchange(rank, &other);
        sum += other;
    }
    printf("rank %d: %d\n", rank, sum);
    MPI_Finalize();
    return 0;
}
