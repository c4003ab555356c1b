#include "grid.h"

void grid_create(struct grid *grid, MPI_Comm all, int columns)
{
    int rank;
    MPI_Comm_rank(all, &rank);
    grid->all = all;
    grid->columns = columns;
    grid->row = rank / columns;
    MPI_Comm_split(all, grid->row, rank, &grid->my_row);
}

void grid_free(struct grid *grid)
{
    MPI_Comm_free(&grid->my_row);
}
