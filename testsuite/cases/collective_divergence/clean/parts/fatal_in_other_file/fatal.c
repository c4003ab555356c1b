#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

void fatal(const char *message, int status);

void fatal(const char *message, int status)
{
    fprintf(stderr, "fatal: %s\n", message);
    MPI_Abort(MPI_COMM_WORLD, status);
}
