// How many messages each rank will get, asked for by the ranks that feel like it.
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size;
    int sends[8] = { 0 }, receives = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    sends[0] = 1;
    if (rank != 0) {
        MPI_Reduce_scatter_block(sends, &receives, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); //~ collective_divergence
    }
    MPI_Finalize();
    return 0;
}
