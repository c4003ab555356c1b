// Each node of a tree is a task that sums over the ranks: those of one height run at the same time.
//@ flags: -fopenmp
//@ ranks: 2
//@ run: none
#include <mpi.h>
#include <stdio.h>

static void tree(int height, int *sum)
{
    int left = 1, right = 1, all = 0;
    if (height > 0) {
#pragma omp task shared(left)
        tree(height - 1, &left);
#pragma omp task shared(right)
        tree(height - 1, &right);
#pragma omp taskwait
    }
    *sum = left + right;
    MPI_Allreduce(sum, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); //~ concurrent_collectives
    *sum = all;
}

int main(int argc, char **argv)
{
    int provided, rank, sum = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#pragma omp parallel
#pragma omp single
    tree(2, &sum);
    if (rank == 0)
        printf("%d\n", sum);
    MPI_Finalize();
    return 0;
}
