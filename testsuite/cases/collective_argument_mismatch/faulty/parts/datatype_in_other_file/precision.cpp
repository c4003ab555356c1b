#include <mpi.h>

MPI_Datatype working_precision(int rank);

static bool wants_double(int rank)
{
    return rank == 0;
}

MPI_Datatype working_precision(int rank)
{
    return wants_double(rank) ? MPI_DOUBLE : MPI_FLOAT;
}
