#include <mpi.h>
#include "parallel.h"

int parallel_rank, parallel_size = 1;

void parallel_start(int *argc, char ***argv)
{
    MPI_Init(argc, argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &parallel_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &parallel_size);
}

void parallel_stop(void)
{
    MPI_Finalize();
}
