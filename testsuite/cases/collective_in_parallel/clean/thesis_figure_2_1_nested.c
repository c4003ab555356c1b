// Example 3 of figure 2.1 called from serial code: one team, one single region.
//@ flags: -fopenmp
//@ ranks: 2
#include <mpi.h>
#include <omp.h>
#include <stdio.h>

static int sum;

static void f(void)
{
    int one = 1;
#pragma omp parallel num_threads(2)
    {
#pragma omp single
        {
            MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        }
    }
}

int main(int argc, char **argv)
{
    int rank, provided;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    omp_set_max_active_levels(2);
    f();
    if (rank == 0)
        printf("%d ranks\n", sum);
    MPI_Finalize();
    return 0;
}
