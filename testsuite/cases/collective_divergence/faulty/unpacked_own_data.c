// What a rank packs of its own it unpacks again: that it stood in the same buffer on all ranks says nothing.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    char buffer[64];
    int rank, position = 0, number, level, sum = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    number = rank % 2;
    MPI_Pack(&number, 1, MPI_INT, buffer, sizeof buffer, &position, MPI_COMM_WORLD);
    position = 0;
    MPI_Unpack(buffer, sizeof buffer, &position, &level, 1, MPI_INT, MPI_COMM_WORLD);
    if (level > 0)
        MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
    MPI_Reduce_local(&number, &sum, 1, MPI_INT, MPI_SUM);
    if (sum > 1)
        MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
    MPI_Finalize();
    return 0;
}
