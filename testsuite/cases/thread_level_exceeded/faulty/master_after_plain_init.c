// The master thread exchanges edges while the others compute, but MPI_Init promises one thread.
//@ flags: -fopenmp
//@ ranks: 2
#include <mpi.h>
#include <stdio.h>

#define N 64

static double row[N + 2];

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int right = (rank + 1) % size, left = (rank + size - 1) % size;

#pragma omp parallel num_threads(4)
    {
#pragma omp for
        for (int i = 1; i <= N; i++)
            row[i] = rank * N + i;
#pragma omp master
        {
            MPI_Sendrecv(&row[N], 1, MPI_DOUBLE, right, 0, &row[0], 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); //~ thread_level_exceeded
            MPI_Sendrecv(&row[1], 1, MPI_DOUBLE, left, 1, &row[N + 1], 1, MPI_DOUBLE, right, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
#pragma omp barrier
    }
    if (rank == 0)
        printf("%g %g\n", row[0], row[N + 1]);
    MPI_Finalize();
    return 0;
}
