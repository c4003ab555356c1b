// A tool calls PMPI_ by its own name; the ranks have to agree all the same. It is the way past
// every wrapper, also past ours: only the analysis sees it.
#include <mpi.h>

static void tool_sync(int enabled)
{
    if (enabled)
        PMPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    tool_sync(size == 3);
    MPI_Finalize();
    return 0;
}
