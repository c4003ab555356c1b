// Each rank goes over its own rows, but the last one has the rest as well.
//@ args: 8
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size;
    double sum = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int rows = atoi(argv[1]);
    int count = rows / size, first = rank * count, end = first + count + (rank == size - 1 ? rows % size : 0);
    for (int row = first; row < end; row++) {
        double own = row, all;
        MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); //~ collective_divergence
        sum += all;
    }
    int last = end - 1;
    for (int row = last; row >= first; row -= 2)
        MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
    if (last - first > 1)
        MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
    if (rank == 0)
        printf("%g\n", sum);
    MPI_Finalize();
    return 0;
}
