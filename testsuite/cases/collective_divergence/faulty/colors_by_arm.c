// Odd and even ranks call MPI_Comm_split in arms of their own; only the first of each goes on to the reduction.
//@ ranks: 4
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, half, sum = 1;
    MPI_Comm side, copy;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank % 2) {
        int color = 1;
        MPI_Comm_split(MPI_COMM_WORLD, color, rank, &side);
    } else {
        MPI_Comm_split(MPI_COMM_WORLD, 2, -rank, &side);
    }
    if (rank < 2)
        MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    else
        MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    MPI_Comm_rank(side, &half);
    if (half == 0)
        MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_INT, MPI_SUM, side); //~ collective_divergence
    MPI_Barrier(copy);
    MPI_Comm_free(&copy);
    MPI_Comm_free(&side);
    MPI_Finalize();
    return 0;
}
