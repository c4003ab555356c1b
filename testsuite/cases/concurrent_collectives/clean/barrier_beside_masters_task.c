// The master waits for the task that adds up before it goes on to the barrier.
//@ flags: -fopenmp
//@ ranks: 2
#include <mpi.h>
#include <stdio.h>

static double residual(const double *cells, int count)
{
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += cells[i] * cells[i];
    return sum;
}

int main(int argc, char **argv)
{
    int provided, rank;
    double cells[8], mine = 0, all = 0;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 8; i++)
        cells[i] = rank + i;
#pragma omp parallel
#pragma omp masked
    {
#pragma omp task shared(mine, all, cells)
        {
            mine = residual(cells, 8);
            MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        }
#pragma omp taskwait
        MPI_Barrier(MPI_COMM_WORLD);
    }
    printf("%d: %g\n", rank, all);
    MPI_Finalize();
    return 0;
}
