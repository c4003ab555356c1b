// Funneled: the master thread reduces between two OpenMP barriers.
//@ flags: -fopenmp
#include <mpi.h>
#include <omp.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, provided;
    double sum = 0.0, total = 0.0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
#pragma omp parallel
    {
#pragma omp for reduction(+ : sum)
        for (int i = 0; i < 100; i++)
            sum += i;
#pragma omp master
        {
            if (rank == 0)
                MPI_Allreduce(&sum, &total, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); //~ collective_divergence
        }
#pragma omp barrier
    }
    MPI_Finalize();
    return 0;
}
