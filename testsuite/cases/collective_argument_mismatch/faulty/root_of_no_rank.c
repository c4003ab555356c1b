// The first rank names no rank as the root, as only intercommunicators allow.
//@ run: none
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  int rank, root, value = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  root = rank == 0 ? MPI_PROC_NULL : 1;
  value = rank;
  MPI_Bcast(&value, 1, MPI_INT, root, MPI_COMM_WORLD); //~ collective_argument_mismatch
  printf("%d\n", value);
  MPI_Finalize();
  return 0;
}
