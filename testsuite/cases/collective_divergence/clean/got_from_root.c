// How many rounds to make all get from the window of rank 0.
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, rounds = 0, shown;
    MPI_Win window;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    shown = rank ? 0 : 4;
    MPI_Win_create(&shown, sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_fence(0, window);
    MPI_Get(&rounds, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
    MPI_Win_fence(0, window);
    for (int round = 0; round < rounds; round++)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
