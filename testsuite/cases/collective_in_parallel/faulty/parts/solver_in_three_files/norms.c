#include "solver.h"
#include <mpi.h>

void global_norm(double local)
{
    MPI_Allreduce(&local, &last_norm, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); //~ collective_in_parallel
}
