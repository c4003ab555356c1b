// Uneven pieces of a field, asked for by the ranks that feel like it.
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size;
    double piece[8] = { 0 }, whole[64];
    int counts[8], starts[8];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < size; i++) {
        counts[i] = 1 + i % 2;
        starts[i] = 2 * i;
    }
    if (size != 0) {
        MPI_Allgatherv(piece, 1 + rank % 2, MPI_DOUBLE, whole, counts, starts,
            MPI_DOUBLE, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
