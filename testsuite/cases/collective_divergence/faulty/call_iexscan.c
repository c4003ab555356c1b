// This rank's first global index: three kinds of ranks, one of them does something else.
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size;
    long local = 7, first = 0;
    MPI_Request request;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    local += size;
    switch (rank % 3) {
    case 0:
        MPI_Iexscan(&local, &first, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD, &request); //~ collective_divergence
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        break;
    case 1:
        MPI_Iexscan(&local, &first, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        break;
    default:
        MPI_Barrier(MPI_COMM_WORLD);
        break;
    }
    MPI_Finalize();
    return 0;
}
