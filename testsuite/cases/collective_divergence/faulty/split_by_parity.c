// After a split by color each color is a world of its own.
//@ ranks: 4
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm half;
    int rank, half_rank, sum, one = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int color = rank % 2;
    MPI_Comm_split(MPI_COMM_WORLD, color, rank, &half);
    MPI_Comm_rank(half, &half_rank);
    if (half_rank == 0)
        MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, half); //~ collective_divergence
    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}
