// Buckets of a sort: three kinds of ranks, one of them does something else.
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size;
    int give[8] = { 0 }, take[8], ones[8], places[8];
    MPI_Request request;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < size; i++) {
        ones[i] = 1;
        places[i] = i;
    }
    switch (rank % 3) {
    case 0:
        MPI_Ialltoallv(give, ones, places, MPI_INT, take, ones, places, MPI_INT, //~ collective_divergence
            MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        break;
    case 1:
        MPI_Ialltoallv(give, ones, places, MPI_INT, take, ones, places, MPI_INT,
            MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        break;
    default:
        MPI_Barrier(MPI_COMM_WORLD);
        break;
    }
    MPI_Finalize();
    return 0;
}
