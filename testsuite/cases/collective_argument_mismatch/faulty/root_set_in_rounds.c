// From the second round on each rank sets the root of the next one by its own state.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  int rank, value = 0, root = 1, state = 1, begun = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int round = 0; round < 3; round++) {
    if (!begun) {
      MPI_Barrier(MPI_COMM_WORLD);
    } else {
      state = rank >= 1 ? 0 : 2;
      MPI_Bcast(&value, 1, MPI_INT, root, MPI_COMM_WORLD); //~ collective_argument_mismatch
    }
    if (state == 0 && root) root = 2;
    begun = 1;
  }
  printf("%d\n", value);
  MPI_Finalize();
  return 0;
}
