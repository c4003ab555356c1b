// Three layers between the condition and the collective, as in real codes.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static void comm_barrier(void) { MPI_Barrier(MPI_COMM_WORLD); }
static void timer_sync(void) { comm_barrier(); }
static double timer_stop(double start)
{
    timer_sync();
    return MPI_Wtime() - start;
}

static void log_time(const char *what, double start, int verbose)
{
    if (verbose) {
        double seconds = timer_stop(start);
        if (seconds < 0)
            printf("%s: the clock runs backwards\n", what);
    }
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int verbose = (argc < 5);
    double start = MPI_Wtime();
    log_time("setup", start, verbose);
    MPI_Finalize();
    return 0;
}
