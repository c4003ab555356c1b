#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static void fail(const char *what)
{
    fprintf(stderr, "cannot write %s\n", what);
    MPI_Finalize();
    exit(1);
}

static void note(int rank, const char *text)
{
    if (rank == 0) {
        FILE *log = fopen("run.log", "a");
        if (!log)
            fail(text);
        fputs(text, log);
        fclose(log);
    }
}

void model(int steps, int mode)
{
    int rank, own, all[64], sum = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    own = rank;
    for (int step = 0; step < steps; step++) {
        note(rank, "step\n");
        if (mode == 0)
            MPI_Gather(&own, 1, MPI_INT, all, 1, MPI_INT, 0, MPI_COMM_WORLD);
        else if (mode == 1)
            MPI_Allreduce(&own, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    }
}
