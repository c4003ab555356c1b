// The tasks of a taskloop are siblings: several receives at once, one was asked for.
//@ flags: -fopenmp
//@ ranks: 3
//@ repeat: 50
#include <mpi.h>
#include <stdio.h>

#define PER_RANK 4

int main(int argc, char **argv)
{
    int rank, size, provided, values[64] = {0}, total = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
    if (provided < MPI_THREAD_SERIALIZED)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0) {
        int messages = (size - 1) * PER_RANK;
#pragma omp parallel num_threads(4)
#pragma omp single
        {
#pragma omp taskloop grainsize(2) shared(values)
            for (int m = 0; m < messages; m++) {
                MPI_Recv(&values[m], 1, MPI_INT, m / PER_RANK + 1, m % PER_RANK, MPI_COMM_WORLD, MPI_STATUS_IGNORE); //~ thread_level_exceeded
                values[m] *= values[m];
            }
        }
        for (int m = 0; m < messages; m++)
            total += values[m];
        printf("%d\n", total);
    } else {
        for (int m = 0; m < PER_RANK; m++)
            MPI_Send(&rank, 1, MPI_INT, 0, m, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
