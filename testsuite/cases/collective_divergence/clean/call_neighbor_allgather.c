// In each round: one value from each neighbour.
#include <mpi.h>

#define ROUNDS 3

int main(int argc, char *argv[])
{
    int rank, size, round;
    MPI_Comm ring;
    int dims[1] = { 0 }, periods[1] = { 1 };
    double edge = 1.0, halo[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Dims_create(size, 1, dims);
    MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 0, &ring);
    edge += size;
    for (round = 0; round < ROUNDS; ++round) {
        MPI_Neighbor_allgather(&edge, 1, MPI_DOUBLE, halo, 1, MPI_DOUBLE, ring);
    }
    MPI_Comm_free(&ring);

    MPI_Finalize();
    return 0;
}
