// A configuration is made by the root; with or without telling the others.
//@ files: parts/configuration_from_other_file/configuration.c parts/configuration_from_other_file/configuration.h
#include <mpi.h>
#include "parts/configuration_from_other_file/configuration.h"

int main(int argc, char **argv)
{
    struct configuration configuration = { 0, 0 };
    double state[4] = { 0 };
    MPI_Init(&argc, &argv);
    configure(&configuration, argc, MPI_COMM_WORLD);
    for (int step = 1; step <= configuration.steps; step++) {
        if (step % configuration.interval == 0)
            MPI_Allreduce(MPI_IN_PLACE, state, 4, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
