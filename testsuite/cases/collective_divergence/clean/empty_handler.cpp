// A handler that does nothing: all ranks ask whether the object is open on each of them.
//@ ranks: 3
#include <mpi.h>

#include <stdexcept>

struct File {
    bool is_open = false;

    void open(int rank)
    {
        if (rank == 1)
            throw std::runtime_error("cannot open");
        is_open = true;
    }
};

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    File file;
    try {
        file.open(rank);
    } catch (...) {
    }
    int open = file.is_open;
    MPI_Allreduce(MPI_IN_PLACE, &open, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    if (open)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
