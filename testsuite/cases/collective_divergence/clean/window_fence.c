// Fences of a window are collective over its group.
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Win window;
    int rank, size, cell = 0, value;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_create(&cell, sizeof cell, sizeof cell, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_fence(0, window);
    value = rank;
    if (rank == 0) {
        MPI_Put(&value, 1, MPI_INT, size - 1, 0, 1, MPI_INT, window);
    }
    MPI_Win_fence(0, window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
