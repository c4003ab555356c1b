// Both arms broadcast from a root that later rounds set by the rank: only the run knows who names which.
//@ static: none
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  int rank, value = 0, root = 1, other = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int round = 0; round < 3; round++) {
    if (rank >= 1)
      MPI_Bcast(&value, 1, MPI_INT, root, MPI_COMM_WORLD);
    else
      MPI_Bcast(&other, 1, MPI_INT, root, MPI_COMM_WORLD);
    if (rank >= 1) root = 2;
  }
  printf("%d\n", value + other);
  MPI_Finalize();
  return 0;
}
