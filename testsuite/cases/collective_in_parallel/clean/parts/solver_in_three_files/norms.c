#include "solver.h"
#include <mpi.h>

void global_norm(double local)
{
#pragma omp single
    MPI_Allreduce(&local, &last_norm, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}
