// The condition is in one file, the collective in another one.
//@ files: parts/global_sum.c
#include <mpi.h>
#include <stdio.h>

double global_sum(double value);

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    double sum = global_sum(1.0);
    if (rank == 0)
        printf("%g\n", sum);
    MPI_Finalize();
    return 0;
}
