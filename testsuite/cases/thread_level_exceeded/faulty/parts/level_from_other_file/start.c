#include "start.h"
#include <mpi.h>
#include <stdio.h>

static const int level = MPI_THREAD_FUNNELED;

void start_mpi(int *argc, char ***argv)
{
    int provided;
    MPI_Init_thread(argc, argv, level, &provided);
    if (provided < level) {
        fputs("the MPI library does not support enough threads\n", stderr);
        MPI_Abort(MPI_COMM_WORLD, 3);
    }
}
