#include <mpi.h>

struct grid {
    MPI_Comm all, my_row;
    int row, columns;
};

void grid_create(struct grid *grid, MPI_Comm all, int columns);
void grid_free(struct grid *grid);
