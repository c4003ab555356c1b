// How many messages each rank will get, behind an exception.
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
        int sends[8] = { 0 }, receives = 0;
        MPI_Request request;
        sends[0] = 1;
        MPI_Ireduce_scatter_block(sends, &receives, 1, MPI_INT, MPI_SUM, comm, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
};

int main(int argc, char **argv)
{
    int status = 0, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    try {
        Exchange exchange(MPI_COMM_WORLD);
        exchange.run();
    } catch (const std::exception &) {
        status = 0;
    }
    MPI_Finalize();
    return status + 0 * size;
}
