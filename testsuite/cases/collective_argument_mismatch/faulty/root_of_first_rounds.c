// The first rank broadcasts once before its loop, the others in their loops alone, and set their roots there.
//@ static: none
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  int rank, value = 0, root = 1, rounds = argc + 2;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    MPI_Bcast(&value, 1, MPI_INT, root, MPI_COMM_WORLD);
    for (int round = 1; round < rounds; round++) MPI_Bcast(&value, 1, MPI_INT, root, MPI_COMM_WORLD);
  } else {
    for (int round = 0; round < rounds; round++) {
      MPI_Bcast(&value, 1, MPI_INT, root, MPI_COMM_WORLD);
      root = 2;
    }
  }
  printf("%d\n", value);
  MPI_Finalize();
  return 0;
}
