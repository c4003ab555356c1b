// Coordinates differ between ranks; rows made by MPI_Cart_sub are communicators of their own.
// That the row lies along the other dimension is not seen: coordinates are not evaluated.
//@ static: none
//@ ranks: 4
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm grid, row;
    int dims[2] = { 2, 2 }, periods[2] = { 0, 0 }, remain[2] = { 0, 1 }, coords[2], rank;
    double x = 1.0, sum = 0.0;
    MPI_Init(&argc, &argv);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
    MPI_Comm_rank(grid, &rank);
    MPI_Cart_coords(grid, rank, 2, coords);
    MPI_Cart_sub(grid, remain, &row);
    if (coords[1] == 0)
        MPI_Allreduce(&x, &sum, 1, MPI_DOUBLE, MPI_SUM, row);
    MPI_Comm_free(&row);
    MPI_Comm_free(&grid);
    MPI_Finalize();
    return 0;
}
