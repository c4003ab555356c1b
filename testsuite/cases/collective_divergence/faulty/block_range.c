// A helper gives the range of rows through two output pointers; one reduction per row.
#include <mpi.h>
#include <stdio.h>

static void block_range(int rows, int rank, int size, int *first, int *last)
{
    int base = rows / size, rest = rows % size;
    *first = rank * base + (rank < rest ? rank : rest);
    *last = *first + base + (rank < rest);
}

static double row_sum(int row)
{
    double sum = 0.0;
    for (int column = 0; column < 4; column++)
        sum += row * 4 + column;
    return sum;
}

int main(int argc, char **argv)
{
    int rank, size, first, last, rows = 7;
    double norm = 0.0, total = 0.0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    block_range(rows, rank, size, &first, &last);
    for (int row = first; row < last; row++) {
        norm += row_sum(row);
        MPI_Allreduce(&norm, &total, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD); //~ collective_divergence
    }
    if (rank == 0)
        printf("%g\n", total);
    MPI_Finalize();
    return 0;
}
