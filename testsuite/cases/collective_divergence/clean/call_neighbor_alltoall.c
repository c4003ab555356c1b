// A phase of the program: a halo exchange. It is left early by one rank.
#include <mpi.h>

static int phase(MPI_Comm comm, int rank, int size)
{
    double edges[2] = { 1, 2 }, halo[2];
    if (size > 1000)
        return -1;
    (void)rank;
    MPI_Neighbor_alltoall(edges, 1, MPI_DOUBLE, halo, 1, MPI_DOUBLE, comm);
    return 0;
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Comm ring;
    int dims[1] = { 0 }, periods[1] = { 1 };
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Dims_create(size, 1, dims);
    MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 0, &ring);
    int status = phase(ring, rank, size);
    MPI_Comm_free(&ring);
    MPI_Finalize();
    return status > 0;
}
