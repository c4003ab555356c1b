// A transposition: three kinds of ranks, one of them does something else.
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size;
    int give[8] = { 0 }, take[8];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < size; i++)
        give[i] = 10 * rank + i;
    switch (rank % 3) {
    case 0:
        MPI_Alltoall(give, 1, MPI_INT, take, 1, MPI_INT, MPI_COMM_WORLD);
        break;
    case 1:
        MPI_Alltoall(give, 1, MPI_INT, take, 1, MPI_INT, MPI_COMM_WORLD);
        break;
    default:
        MPI_Alltoall(give, 1, MPI_INT, take, 1, MPI_INT, MPI_COMM_WORLD);
        break;
    }
    MPI_Finalize();
    return 0;
}
