// Serial calls, the master's, a single region's: SERIALIZED holds for all of them together.
//@ flags: -fopenmp
//@ ranks: 2
#include <mpi.h>
#include <omp.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, provided, before = 1, sum = 0, worst = 0, value = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
    if (provided < MPI_THREAD_SERIALIZED)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Bcast(&before, 1, MPI_INT, 0, MPI_COMM_WORLD);
#pragma omp parallel num_threads(4)
    {
#pragma omp master
        MPI_Allreduce(&rank, &worst, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
#pragma omp barrier
#pragma omp single
        MPI_Allreduce(&before, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        if (omp_get_thread_num() == 0)
            MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % size, 0, &value, 1, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#pragma omp barrier
#pragma omp sections
        {
#pragma omp section
            MPI_Barrier(MPI_COMM_WORLD);
#pragma omp section
            value += 10;
        }
    }
    printf("rank %d: %d %d %d\n", rank, worst, sum, value);
    MPI_Finalize();
    return 0;
}
