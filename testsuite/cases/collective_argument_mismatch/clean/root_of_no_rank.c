// The first rank and the others name one rank as the root.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  int rank, size, root, value = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  root = size > 1;
  value = rank;
  MPI_Bcast(&value, 1, MPI_INT, root, MPI_COMM_WORLD);
  printf("%d\n", value);
  MPI_Finalize();
  return 0;
}
