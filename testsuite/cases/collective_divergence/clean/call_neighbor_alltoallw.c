// A halo exchange with datatypes, asked for by the ranks that feel like it.
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Comm ring;
    int dims[1] = { 0 }, periods[1] = { 1 };
    int edges[2] = { 1, 2 }, halo[2], ones[2] = { 1, 1 };
    MPI_Aint places[2] = { 0, sizeof(int) };
    MPI_Datatype types[2] = { MPI_INT, MPI_INT };
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Dims_create(size, 1, dims);
    MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 0, &ring);
    if (size != 0) {
        MPI_Neighbor_alltoallw(edges, ones, places, types, halo, ones, places, types, ring);
    }
    MPI_Comm_free(&ring);
    MPI_Finalize();
    return 0;
}
