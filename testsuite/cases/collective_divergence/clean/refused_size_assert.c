// An assertion about the number of ranks sees to it that every even rank has a next one.
//@ ranks: 4
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    assert(size % 2 == 0);
    if (rank % 2 == 0 && rank + 1 < size) {
        MPI_Barrier(MPI_COMM_WORLD);
    }
    if (rank % 2 == 1) {
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
