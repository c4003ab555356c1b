// Rank 0 sends the settings; the others get them in a function of another file, whose namespace is called as
// a library of a language is.
//@ files: parts/namespace_core/share.cpp
#include <mpi.h>

namespace core {
void share(int *value, MPI_Comm comm);
}

int main(int argc, char **argv)
{
    int rank, value = argc;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
    else
        core::share(&value, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
