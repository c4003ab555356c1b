// A grid of two by two leaves ranks over: they hold MPI_COMM_NULL.
//@ ranks: 5
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    MPI_Comm grid;
    int dims[2] = { 2, 2 }, periods[2] = { 1, 1 }, rank;
    double local, sum = 0.0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    local = 0.25 * rank;
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
    if (grid != MPI_COMM_NULL) {
        int coords[2];
        MPI_Comm_rank(grid, &rank);
        MPI_Cart_coords(grid, rank, 2, coords);
        local += coords[0];
        MPI_Allreduce(&local, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); //~ collective_divergence
        MPI_Comm_free(&grid);
    }
    if (rank == 0)
        printf("%g\n", sum);
    MPI_Finalize();
    return 0;
}
