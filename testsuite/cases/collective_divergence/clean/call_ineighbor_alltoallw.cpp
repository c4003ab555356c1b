// A halo exchange with datatypes, behind an exception.
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
        int edges[2] = { 1, 2 }, halo[2], ones[2] = { 1, 1 };
        MPI_Aint places[2] = { 0, sizeof(int) };
        MPI_Datatype types[2] = { MPI_INT, MPI_INT };
        MPI_Request request;
        MPI_Ineighbor_alltoallw(edges, ones, places, types, halo, ones, places, types,
            comm, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
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
