// In each round one rank has its turn, and only those behind it synchronise as well.
//@ ranks: 4
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int round = 0; round < 2 * size; round++) {
        int turn = round % size;
        if (turn == rank)
            MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
        if (turn < rank)
            MPI_Barrier(MPI_COMM_WORLD);
    }
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
