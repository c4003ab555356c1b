// What is handled is thrown again in a helper, which makes a number of it: the same one of both kinds that are thrown.
//@ ranks: 3
#include <mpi.h>

#include <new>
#include <stdexcept>

static int code_of_handled()
{
    try {
        throw;
    } catch (const std::exception &) {
        return 1;
    } catch (...) {
        return 2;
    }
}

/// Notes what failed, as far as it can, and hands it on.
static void note(int lines)
{
    try {
        if (lines > 100)
            throw std::bad_alloc();
    } catch (const std::bad_alloc &) {
    }
    throw;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, code = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    try {
        try {
            if (rank == 1)
                throw std::domain_error("negative");
            throw std::runtime_error("not converged");
        } catch (...) {
            note(argc);
        }
    } catch (...) {
        code = code_of_handled();
    }
    if (code == 1)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return code == 1 ? 0 : 1;
}
