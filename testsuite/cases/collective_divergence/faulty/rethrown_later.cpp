// What was thrown in a part of the work is kept and thrown again behind it, on the rank that had it.
//@ ranks: 3
//@ static: none
#include <mpi.h>

#include <exception>
#include <stdexcept>

static void load(int part)
{
    if (part == 1)
        throw std::runtime_error("damaged");
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    std::exception_ptr kept;
    try {
        load(rank);
    } catch (...) {
        kept = std::current_exception();
    }
    try {
        if (kept)
            std::rethrow_exception(kept);
        MPI_Barrier(MPI_COMM_WORLD);
    } catch (const std::exception &) {
    }
    MPI_Finalize();
    return 0;
}
