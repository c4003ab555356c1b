// Both sums are made by all ranks, but the last rank begins with the other one.
// In Open MPI 4.1 each rank passes on its sum and goes on.
//@ mpi: mpich
//@ ranks: 4
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    MPI_Comm rows;
    int rank, size, own = 1, before = 0, until = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_dup(MPI_COMM_WORLD, &rows);
    if (rank % 2 == 0) {
        MPI_Exscan(&own, &before, 1, MPI_INT, MPI_SUM, rows); //~ collective_divergence
        MPI_Scan(&own, &until, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    } else {
        MPI_Scan(&own, &until, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        MPI_Exscan(&own, &before, 1, MPI_INT, MPI_SUM, rows);
    }
    MPI_Comm_free(&rows);
    if (rank == size - 1)
        printf("%d\n", until);
    MPI_Finalize();
    return 0;
}
