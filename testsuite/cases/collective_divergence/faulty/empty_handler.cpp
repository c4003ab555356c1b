// A handler that does nothing: what was not done by then, the object tells.
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
    if (file.is_open)
        MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
    MPI_Finalize();
    return 0;
}
