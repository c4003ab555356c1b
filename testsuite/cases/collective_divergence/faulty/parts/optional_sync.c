#include <mpi.h>

void optional_sync(int wanted);

void optional_sync(int wanted)
{
    if (wanted)
        MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
}
