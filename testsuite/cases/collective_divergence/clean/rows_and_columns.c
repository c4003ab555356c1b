// On the diagonal of a grid and elsewhere the row comes first.
//@ check: nothing
//@ ranks: 4
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, x, y;
    double value = 1, by_row = 0, by_column = 0;
    MPI_Comm row, column;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    x = rank % 2;
    y = rank / 2;
    MPI_Comm_split(MPI_COMM_WORLD, y, x, &row);
    MPI_Comm_split(MPI_COMM_WORLD, x, y, &column);
    if (x == y) {
        MPI_Allreduce(&value, &by_row, 1, MPI_DOUBLE, MPI_SUM, row);
        MPI_Allreduce(&value, &by_column, 1, MPI_DOUBLE, MPI_SUM, column);
    } else {
        value = 2;
        MPI_Allreduce(&value, &by_row, 1, MPI_DOUBLE, MPI_SUM, row);
        MPI_Allreduce(&value, &by_column, 1, MPI_DOUBLE, MPI_SUM, column);
    }
    if (rank == 0)
        printf("%g %g\n", by_row, by_column);
    MPI_Finalize();
    return 0;
}
