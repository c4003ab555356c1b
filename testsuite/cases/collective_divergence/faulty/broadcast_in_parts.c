// What is too long for one message is broadcast in parts; what is short is forgotten.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 1000, WIDTH = 10 };

static void broadcast(int *array, int n, MPI_Comm comm) {
  if (n <= MOST) {
    MPI_Bcast(array, n, MPI_INT, 0, comm);
    return;
  }
  int done = 0;
  for (; done + MOST <= n; done += MOST) MPI_Bcast(array + done, MOST, MPI_INT, 0, comm);
  if (done < n) MPI_Bcast(array + done, n - done, MPI_INT, 0, comm);
}

int main(int argc, char **argv) {
  int rank, few[8] = {0}, n = 2500, width = WIDTH;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Bcast(&width, 1, MPI_INT, 0, MPI_COMM_WORLD);
  int *many = calloc(n, sizeof *many), *grid = calloc(width * width, sizeof *grid);
  if (rank == 0) {
    for (int i = 0; i < 8; i++) few[i] = i + argc;
    for (int i = 0; i < n; i++) many[i] = i + argc;
    for (int i = 0; i < width * width; i++) grid[i] = i + argc;
  }
  if (few[0] > 0) MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
  broadcast(many, n, MPI_COMM_WORLD);
  if (many[n - 1] > 0) MPI_Barrier(MPI_COMM_WORLD);
  MPI_Bcast(grid + width, width, MPI_INT, 0, MPI_COMM_WORLD);
  if (grid[width + 2] > 0) MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) puts("done");
  free(many);
  free(grid);
  MPI_Finalize();
  return 0;
}
