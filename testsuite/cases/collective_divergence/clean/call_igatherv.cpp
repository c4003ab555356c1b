// A line of different length of each rank, behind an exception.
#include <mpi.h>
#include <string.h>
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
        char line[16], text[64];
        int lengths[8], offsets[8];
        MPI_Request request;
        for (int i = 0; i < size; i++) {
            lengths[i] = i + 1;
            offsets[i] = 8 * i;
        }
        memset(line, 'a' + rank, sizeof line);
        MPI_Igatherv(line, rank + 1, MPI_CHAR, text, lengths, offsets, MPI_CHAR, 0,
            comm, &request);
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
