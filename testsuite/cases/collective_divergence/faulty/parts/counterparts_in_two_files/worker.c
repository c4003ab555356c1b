#include <mpi.h>
#include <stddef.h>

void worker_side(int rank);

void worker_side(int rank)
{
    double limits[2], local = 0.0;
    MPI_Bcast(limits, 2, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    if (limits[1] > 0.0)
        local = limits[0] + rank;
    MPI_Send(&local, 1, MPI_DOUBLE, 0, 4, MPI_COMM_WORLD);
}
