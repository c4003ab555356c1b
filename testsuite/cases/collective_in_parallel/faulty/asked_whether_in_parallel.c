// The test is the wrong way around: all threads of a team call MPI.
//@ flags: -fopenmp
//@ threads: 2
#include <mpi.h>
#include <omp.h>
#include <stdio.h>

static double total;

static void sum_up(double part)
{
#pragma omp atomic
    total += part;
    if (omp_in_parallel())
        MPI_Allreduce(MPI_IN_PLACE, &total, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); //~ collective_in_parallel
}

int main(int argc, char **argv)
{
    int provided;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    sum_up(1.0);
#pragma omp parallel num_threads(2)
    sum_up(0.5);
    printf("%g\n", total);
    MPI_Finalize();
    return 0;
}
