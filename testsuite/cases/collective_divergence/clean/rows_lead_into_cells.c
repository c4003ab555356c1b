// The rows of a grid lead into its cells: what is written by the ones is read by the others. It is the same everywhere.
#include <mpi.h>
#include <stdlib.h>

struct grid {
  double *cells;
  double *rows[2];
  int width;
};

static void create(struct grid *grid, int width) {
  grid->width = width;
  grid->cells = malloc(2 * width * sizeof(double));
  grid->rows[0] = grid->cells;
  grid->rows[1] = grid->cells + width;
}

static void fill(struct grid *grid, double value) {
  for (int row = 0; row < 2; row++)
    for (int column = 0; column < grid->width; column++)
      grid->rows[row][column] = value;
}

static double started(struct grid *grid, int width, double value) {
  create(grid, width);
  fill(grid, value);
  return grid->cells[width];
}

int main(int argc, char **argv) {
  int rank, size;
  struct grid grid;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (started(&grid, argc + 1, size) > 0)
    MPI_Barrier(MPI_COMM_WORLD);
  free(grid.cells);
  MPI_Finalize();
  return 0;
}
