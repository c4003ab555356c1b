/* Rank 0 frees the window, the others end: the communicator it was made from has gone long ago. */
//@ says: a window or file of a communicator that was freed
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    MPI_Comm node;
    MPI_Win window;
    int rank, *slot;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &node);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, node, &slot, &window);
    MPI_Comm_free(&node);
    MPI_Win_fence(0, window);
    *slot = rank;
    MPI_Win_fence(0, window);
    if (*slot != rank)
        printf("overwritten\n");
    if (rank == 0)
        MPI_Win_free(&window); //~ collective_divergence
    MPI_Finalize();
    return 0;
}
