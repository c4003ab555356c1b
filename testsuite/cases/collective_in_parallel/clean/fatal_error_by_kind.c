// Each thread may report an error, which ends the job; only the program's own end finalises.
//@ flags: -fopenmp
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum way_out { ORDERLY, ENDS_THE_JOB };

static void leave(enum way_out how, int status)
{
    switch (how) {
    case ORDERLY:
        MPI_Finalize();
        break;
    case ENDS_THE_JOB:
        MPI_Abort(MPI_COMM_WORLD, status);
        break;
    }
    exit(status);
}

void report(int is_error, int status)
{
    enum way_out how = ORDERLY;
    if (is_error)
        how = ENDS_THE_JOB;
    leave(how, status);
}

int main(int argc, char **argv)
{
    int provided, rank;
    double cells[64];
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#pragma omp parallel for
    for (int i = 0; i < 64; i++) {
        cells[i] = rank + i;
        if (cells[i] > 1e6 * argc)
            report(1, 2);
    }
    printf("%g\n", cells[63]);
    report(0, 0);
}
