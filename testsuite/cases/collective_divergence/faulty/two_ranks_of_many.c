// The first and the third come by two conditions to one call, those of three roles by two calls.
//@ run: none
//@ says: of 4 ranks, ranks 0, 2 come to MPI_Bcast, ranks 1, 3 do not
//@ says: of 4 ranks, ranks 0-2 come to MPI_Reduce, rank 3 does not
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, number = 0, sum = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0 || rank == 2)
        MPI_Bcast(&number, 1, MPI_INT, 0, MPI_COMM_WORLD); //~ collective_divergence
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        MPI_Reduce(&number, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD); //~ collective_divergence
    else if (rank < size - 1)
        MPI_Reduce(&rank, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD); //~ collective_divergence
    MPI_Finalize();
    return sum < 0;
}
