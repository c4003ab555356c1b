// The rows of a process grid are made in another file; who is in the first row asks its own row only.
//@ ranks: 4
//@ files: parts/communicator_from_other_file/grid.c parts/communicator_from_other_file/grid.h
#include "parts/communicator_from_other_file/grid.h"

int main(int argc, char **argv)
{
    struct grid grid;
    double pivot = 0.0;
    MPI_Init(&argc, &argv);
    grid_create(&grid, MPI_COMM_WORLD, 2);
    if (grid.row == 0)
        MPI_Bcast(&pivot, 1, MPI_DOUBLE, 0, grid.my_row);
    grid_free(&grid);
    MPI_Finalize();
    return 0;
}
