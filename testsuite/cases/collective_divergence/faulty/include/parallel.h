// Helpers that every unit includes.
#ifndef PARALLEL_H
#define PARALLEL_H

#include <mpi.h>

static inline void parallel_sum(double *value)
{
    MPI_Allreduce(MPI_IN_PLACE, value, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); //~ collective_divergence
}

#endif
