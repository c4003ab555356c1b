// The broadcast hides in a helper that every thread calls.
//@ flags: -fopenmp
//@ ranks: 2
#include <mpi.h>
#include <stdio.h>

static double settings[4];

static void refresh_settings(int rank)
{
    if (rank == 0)
        settings[0] += 0.5;
    MPI_Bcast(settings, 4, MPI_DOUBLE, 0, MPI_COMM_WORLD); //~ collective_in_parallel
}

int main(int argc, char **argv)
{
    int rank, provided;
    double result = 0.0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#pragma omp parallel num_threads(4)
    {
        refresh_settings(rank);
#pragma omp barrier
#pragma omp for reduction(+ : result)
        for (int i = 0; i < 16; i++)
            result += settings[0];
    }
    if (rank == 0)
        printf("%g\n", result);
    MPI_Finalize();
    return 0;
}
