// The library writes an address into a structure, and nothing behind it: the last rank has one epoch less.
#include <mpi.h>

struct shared {
    MPI_Win window;
    double *memory;
    int rank, size;
};

int main(int argc, char **argv)
{
    struct shared shared;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &shared.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &shared.size);
    MPI_Win_allocate(8, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &shared.memory, &shared.window);
    MPI_Win_fence(0, shared.window);
    if (shared.rank + 1 < shared.size)
        MPI_Win_fence(0, shared.window); //~ collective_divergence
    MPI_Win_free(&shared.window);
    MPI_Finalize();
    return 0;
}
