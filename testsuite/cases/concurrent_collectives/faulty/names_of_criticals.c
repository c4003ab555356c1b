// Each collective is in a critical section, but the names differ and so may the threads' order.
//@ flags: -fopenmp
//@ ranks: 2
#include <mpi.h>
#include <omp.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, provided;
    double low, high, lowest = 0, highest = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    low = -rank;
    high = 10.0 * rank;
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0) {
#pragma omp critical(low)
            MPI_Allreduce(&low, &lowest, 1, MPI_DOUBLE, MPI_MIN, MPI_COMM_WORLD);
        }
        if (omp_get_thread_num() == 1) {
#pragma omp critical(high)
            MPI_Allreduce(&high, &highest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD); //~ concurrent_collectives
        }
    }
    printf("rank %d: %g to %g\n", rank, lowest, highest);
    MPI_Finalize();
    return 0;
}
