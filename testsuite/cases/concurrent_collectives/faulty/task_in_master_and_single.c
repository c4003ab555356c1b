// The task made in master may still run when another thread is in the single region behind it.
//@ flags: -fopenmp
//@ ranks: 2
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int provided, rank;
    double local = 1.0, sum = 0.0, step = 0.5;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#pragma omp parallel
    {
#pragma omp master
        {
#pragma omp task
            MPI_Allreduce(&local, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        }
#pragma omp single
        MPI_Bcast(&step, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD); //~ concurrent_collectives
    }
    if (rank == 0)
        printf("%g %g\n", sum, step);
    MPI_Finalize();
    return 0;
}
