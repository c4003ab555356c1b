// The collective is in an inline function of a header.
//@ files: include/parallel.h
#include <mpi.h>
#include "include/parallel.h"

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    double sum = 1.0;
    if (rank & 1)
        parallel_sum(&sum);
    MPI_Finalize();
    return 0;
}
