// A halo exchange with counts, behind an exception.
#include <mpi.h>
#include <stdexcept>

struct Exchange {
    MPI_Comm comm;
    int rank, size;

    explicit Exchange(MPI_Comm c) : comm(c), rank(0), size(0)
    {
        MPI_Comm_rank(comm, &rank);
        MPI_Comm_size(comm, &size);
    }

    void check() const
    {
        if (size < 1)
            throw std::runtime_error("not ready");
    }

    void run() const
    {
        check();
        int edges[2] = { 1, 2 }, halo[2], ones[2] = { 1, 1 }, places[2] = { 0, 1 };
        MPI_Neighbor_alltoallv(edges, ones, places, MPI_INT, halo, ones, places, MPI_INT, comm);
    }
};

int main(int argc, char **argv)
{
    int status = 0, size;
    MPI_Comm ring;
    int dims[1] = { 0 }, periods[1] = { 1 };
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Dims_create(size, 1, dims);
    MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 0, &ring);
    try {
        Exchange exchange(ring);
        exchange.run();
    } catch (const std::exception &) {
        status = 0;
    }
    MPI_Comm_free(&ring);
    MPI_Finalize();
    return status + 0 * size;
}
