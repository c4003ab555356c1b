// A function makes tasks of itself, and each run of it sums over the ranks.
//@ flags: -fopenmp
//@ ranks: 2
//@ run: none
#include <mpi.h>
#include <stdio.h>

#define HEIGHT 3

static int leaves;

static void tree(int height)
{
    if (height == 0) {
#pragma omp atomic
        leaves++;
    } else {
#pragma omp task
        tree(height - 1);
#pragma omp task
        tree(height - 1);
#pragma omp taskwait
    }
    {
        int all;
        MPI_Allreduce(&leaves, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); //~ concurrent_collectives
        leaves = all;
    }
}

int main(int argc, char **argv)
{
    int provided, rank;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#pragma omp parallel
#pragma omp single
    tree(HEIGHT);
    if (rank == 0)
        printf("%d leaves\n", leaves);
    MPI_Finalize();
    return 0;
}
