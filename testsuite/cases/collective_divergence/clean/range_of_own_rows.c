// Each rank goes over its own rows, and has as many as the others have.
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
    int count = rows / size, first = rank * count, end = first + count;
    for (int row = first; row < end; row++) {
        double own = row, all;
        MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        sum += all;
    }
    int last = end - 1;
    for (int row = last; row >= first; row -= 2)
        MPI_Barrier(MPI_COMM_WORLD);
    if (last - first > 1)
        MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        printf("%g\n", sum);
    MPI_Finalize();
    return 0;
}
