// One behind the other, the integer first.
//@ flags: -fopenmp
//@ ranks: 2
#include <mpi.h>
#include <omp.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int provided, count = 1;
    float factor = 1;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
#pragma omp parallel num_threads(2)
    {
#pragma omp single
        {
#pragma omp critical
            MPI_Bcast(&count, 1, MPI_INT, 0, MPI_COMM_WORLD);
        }
#pragma omp single
        {
#pragma omp critical
            MPI_Bcast(&factor, 1, MPI_FLOAT, 0, MPI_COMM_WORLD);
        }
    }
    printf("%d %g\n", count, factor);
    MPI_Finalize();
    return 0;
}
