// The rank that cannot write tells nobody.
//@ args: fail
#include <mpi.h>
#include <iostream>
#include <stdexcept>

struct SaveError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

static int rank;

static void save(int words)
{
    int bad = 0, any = 0;
    try {
        if (rank == 0 && words > 1)
            throw std::runtime_error("cannot write");
    } catch (const std::exception &e) {
        bad = e.what()[0] != 0;
        throw;
    }
    MPI_Allreduce(&bad, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD); //~ collective_divergence
    if (any)
        throw SaveError("not saved");
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    try {
        save(argc);
    } catch (const std::exception &e) {
        if (rank == 0)
            std::cerr << e.what() << std::endl;
    }
    MPI_Finalize();
    return 0;
}
