// A barrier tells whose turn is first.
//@ flags: -fopenmp
//@ ranks: 2
#include <mpi.h>
#include <omp.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int provided, rank;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
    if (provided < MPI_THREAD_SERIALIZED)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int value = rank, sum = 0;
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0) {
#pragma omp critical(communication)
            MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
        }
#pragma omp barrier
        if (omp_get_thread_num() != 0) {
#pragma omp critical(communication)
            MPI_Reduce(&rank, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
        }
    }
    if (rank == 0)
        printf("%d %d\n", value, sum);
    MPI_Finalize();
    return 0;
}
