// A transposition, asked for by the ranks that feel like it.
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size;
    int give[8] = { 0 }, take[8];
    MPI_Request request;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < size; i++)
        give[i] = 10 * rank + i;
    if (rank != 0) {
        MPI_Ialltoall(give, 1, MPI_INT, take, 1, MPI_INT, MPI_COMM_WORLD, &request); //~ collective_divergence
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
