#include <mpi.h>

double timer_elapsed(void);
void timer_report(double seconds);

double timer_elapsed(void)
{
    return MPI_Wtime();
}

void timer_report(double seconds)
{
    double slowest = 0.0;
    MPI_Reduce(&seconds, &slowest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD); //~ collective_divergence
}
