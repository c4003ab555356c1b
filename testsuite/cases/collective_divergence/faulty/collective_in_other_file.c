// The condition is in one file, the collective in another one.
// Neither file shows the fault by itself; both together do.
//@ files: parts/global_sum.c
#include <mpi.h>
#include <stdio.h>

double global_sum(double value);

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        printf("%g\n", global_sum(1.0));
    MPI_Finalize();
    return 0;
}
