// A function that runs before main looks at the environment.
#include <mpi.h>
#include <stdlib.h>

static int verbose;

__attribute__((constructor)) static void read_environment(void)
{
    const char *level = getenv("SOLVER_VERBOSE");
    verbose = !level || atoi(level) > 0;
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
