// All ranks fill the array from its third element on with the same value; one of those decides.
//@ ranks: 3
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { GHOSTS = 2 };

static void fill(double *values, int count, double value)
{
    for (int i = 0; i < count; ++i)
        values[i] = value;
}

int main(int argc, char **argv)
{
    int rank, size, probe = argc + 2;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);

    double *values = malloc((size_t)(size + 2 * GHOSTS) * sizeof *values);
    for (int i = 0; i < size + 2 * GHOSTS; ++i)
        values[i] = 0.0;
    fill(values + GHOSTS, size, size);
    if (values[probe] > 0.5) {
        MPI_Barrier(MPI_COMM_WORLD);
    }
    printf("%g\n", values[0]);
    free(values);
    MPI_Finalize();
    return 0;
}
