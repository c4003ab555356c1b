// A rank in world is not a rank in a part of it.
//@ ranks: 4
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm half;
    int rank, size, value = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_split(MPI_COMM_WORLD, rank < size / 2, rank, &half);
    MPI_Bcast(&value, 1, MPI_INT, 1, half);
    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}
