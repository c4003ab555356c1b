// The condition and the collective are in one file, the rank comes from another one.
// Neither file shows the fault by itself; both together do.
//@ files: parts/optional_sync.c
#include <mpi.h>

void optional_sync(int wanted);

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    optional_sync(rank == 0);
    MPI_Finalize();
    return 0;
}
