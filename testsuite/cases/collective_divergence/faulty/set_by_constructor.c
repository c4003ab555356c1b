// A function that runs before main looks at the environment, in which each rank finds its number.
//@ static: none
#include <mpi.h>
#include <stdlib.h>

static int verbose;

__attribute__((constructor)) static void read_environment(void)
{
    const char *rank = getenv("PMI_RANK");
    if (!rank)
        rank = getenv("OMPI_COMM_WORLD_RANK");
    verbose = rank && atoi(rank) == 0;
}

int main(int argc, char **argv)
{
    double own = 1.0, all = 0.0;
    MPI_Init(&argc, &argv);
    if (verbose)
        MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
