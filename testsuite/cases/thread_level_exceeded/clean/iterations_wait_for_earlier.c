// Rows are sent by whichever thread has them, in their order: each iteration waits for the one before it.
//@ flags: -fopenmp
//@ ranks: 2
#include <mpi.h>
#include <stdio.h>

enum { ROWS = 24, LENGTH = 16 };

int main(int argc, char **argv)
{
    int provided, rank;
    double rows[ROWS][LENGTH], sum = 0.0;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
    if (provided < MPI_THREAD_SERIALIZED)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

#pragma omp parallel for ordered(1) schedule(dynamic, 1)
    for (int row = 0; row < ROWS; ++row) {
        for (int i = 0; i < LENGTH; ++i)
            rows[row][i] = rank + row * 0.5 + i;
#pragma omp ordered depend(sink : row - 1)
        if (rank == 0)
            MPI_Send(rows[row], LENGTH, MPI_DOUBLE, 1, row, MPI_COMM_WORLD);
        else
            MPI_Recv(rows[row], LENGTH, MPI_DOUBLE, 0, row, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        sum += rows[row][LENGTH - 1];
#pragma omp ordered depend(source)
        rows[row][0] = sum;
    }
    if (rank == 1)
        printf("%g\n", sum);
    MPI_Finalize();
    return 0;
}
