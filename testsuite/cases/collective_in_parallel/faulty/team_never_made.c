// The variable of the `if` clause is 1: every thread of a team sums over the ranks.
//@ flags: -fopenmp
//@ ranks: 2
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, sum = 0, use_threads = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#pragma omp parallel if (use_threads)
    {
        MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); //~ collective_in_parallel
    }
    if (rank == 0)
        printf("%d\n", sum);
    MPI_Finalize();
    return 0;
}
