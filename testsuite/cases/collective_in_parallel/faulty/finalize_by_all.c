// All threads of the region come to its end, and with it to MPI_Finalize.
//@ flags: -fopenmp
//@ ranks: 2
#include <mpi.h>
#include <stdio.h>

static void finish(int rank)
{
    if (rank == 0)
        printf("done\n");
    MPI_Finalize(); //~ collective_in_parallel
}

int main(int argc, char **argv)
{
    int rank, provided;
    double sum = 0.0, total = 0.0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#pragma omp parallel num_threads(4)
    {
#pragma omp for reduction(+ : sum)
        for (int i = 0; i < 1000; i++)
            sum += 1.0 / (1 + i + rank);
#pragma omp master
        MPI_Reduce(&sum, &total, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
#pragma omp barrier
        finish(rank);
    }
    return total < 0.0;
}
