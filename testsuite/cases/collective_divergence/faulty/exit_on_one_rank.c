// exit() in a helper ends one rank without the others.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static void fatal(const char *message)
{
    fprintf(stderr, "fatal: %s\n", message);
    exit(0);
}

static void check_value(int value)
{
    if (value > 1)
        fatal("value out of range");
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    check_value(rank);
    MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
    MPI_Finalize();
    return 0;
}
