// In each round: two values from each neighbour.
#include <mpi.h>

#define ROUNDS 3

int main(int argc, char *argv[])
{
    int rank, size, round;
    MPI_Comm ring;
    int dims[1] = { 0 }, periods[1] = { 1 };
    double edge[2] = { 1, 2 }, halo[4];
    int counts[2] = { 2, 2 }, places[2] = { 0, 2 };
    MPI_Request request = MPI_REQUEST_NULL;

    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Dims_create(size, 1, dims);
    MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 0, &ring);
    for (round = rank; round < ROUNDS; ++round) {
        MPI_Ineighbor_allgatherv(edge, 2, MPI_DOUBLE, halo, counts, places, MPI_DOUBLE, //~ collective_divergence
            ring, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Comm_free(&ring);

    MPI_Finalize();
    return 0;
}
