#include <mpi.h>

double total_mass, time_step = 1.0;

/* Both are called by all threads of a team. */
void sum_mass(double mass)
{
#pragma omp single
    MPI_Allreduce(&mass, &total_mass, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

void share_step(int rank)
{
#pragma omp single
    {
        if (rank == 0)
            time_step = 0.125;
        MPI_Bcast(&time_step, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    }
}
