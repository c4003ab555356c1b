// All ranks call a function of a library by its second, weak name.
//@ files: parts/second_name.c
//@ check: nothing
#include <mpi.h>
#include <stdio.h>

int lib_Sync(MPI_Comm comm);

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) printf("first\n");
  lib_Sync(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
