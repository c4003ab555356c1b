// Everybody waits for everybody, behind an exception.
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
        if (rank == 1)
            throw std::runtime_error("not ready");
    }

    void run() const
    {
        check();
        MPI_Request request;
        MPI_Ibarrier(comm, &request); //~ collective_divergence
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
