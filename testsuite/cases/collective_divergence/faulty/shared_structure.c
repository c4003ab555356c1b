// A structure is shared as a whole by a function that knows none of its fields, before rank 0 changes it.
//@ args: 1
#include <mpi.h>
#include <stdlib.h>

struct settings {
    int rows, steps, verbose;
};

static void share(struct settings *settings, MPI_Comm comm)
{
    MPI_Bcast(settings, (int)sizeof *settings, MPI_BYTE, 0, comm);
}

int main(int argc, char **argv)
{
    struct settings settings = { 4, 10, 0 };
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    share(&settings, MPI_COMM_WORLD);
    if (rank == 0)
        settings.verbose = argc > 1 ? atoi(argv[1]) : 0;
    if (settings.verbose)
        MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
    MPI_Finalize();
    return 0;
}
