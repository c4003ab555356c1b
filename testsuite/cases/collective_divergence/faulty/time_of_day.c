// Statistics every second of each rank's own clock.
// Clocks agree most of the time: the program is not run.
//@ run: none
#include <mpi.h>
#include <stddef.h>
#include <sys/time.h>

static double seconds(void)
{
    struct timeval now;
    gettimeofday(&now, NULL);
    return now.tv_sec + 1e-6 * now.tv_usec;
}

int main(int argc, char **argv)
{
    int rank;
    double busy = 0.0, slowest = 0.0, last;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    last = seconds();
    for (int step = 0; step < 20; step++) {
        busy += 0.25 * (rank + 1);
        double now = seconds();
        if (now - last > 1.0) {
            last = now;
            MPI_Reduce(&busy, &slowest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD); //~ collective_divergence
        }
    }
    MPI_Finalize();
    return 0;
}
