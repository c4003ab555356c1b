#include <mpi.h>
#include <stdio.h>

void root_side(int size);

void root_side(int size)
{
    double limits[2] = { 0.0, 1.0 * size }, local = 0.0, sum = 0.0;
    MPI_Bcast(limits, 2, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Reduce(&local, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    printf("%g\n", sum);
}
