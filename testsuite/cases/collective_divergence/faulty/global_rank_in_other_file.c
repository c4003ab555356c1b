// Rank and size are global variables of a file of their own, as in many grown codes.
//@ files: parts/global_rank_in_other_file/parallel.c parts/global_rank_in_other_file/parallel.h
#include <mpi.h>
#include "parts/global_rank_in_other_file/parallel.h"

static double smooth(double *u, int n)
{
    double change = 0.0, largest;
    for (int i = 1; i < n - 1; i++) {
        double next = 0.5 * (u[i - 1] + u[i + 1]);
        change += (next - u[i]) * (next - u[i]);
        u[i] = next;
    }
    if (parallel_rank + 1 < parallel_size)
        MPI_Allreduce(&change, &largest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD); //~ collective_divergence
    return change;
}

int main(int argc, char **argv)
{
    double u[8] = { 1, 0, 0, 0, 0, 0, 0, 1 };
    parallel_start(&argc, &argv);
    smooth(u, 8);
    parallel_stop();
    return 0;
}
