// How many rounds a rank makes it gets from its neighbour's window.
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, rounds = 0, shown;
    MPI_Win window;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    shown = rank ? 0 : 4;
    MPI_Win_create(&shown, sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_fence(0, window);
    MPI_Get(&rounds, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, window);
    MPI_Win_fence(0, window);
    for (int round = 0; round < rounds; round++)
        MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
