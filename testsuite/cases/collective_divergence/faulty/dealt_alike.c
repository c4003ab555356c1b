// The parts that the root deals out grow from rank to rank, and each rank tells another one something else.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int rank, size, rounds, done = 0;
  int told[64], heard[64];
  int *parts = NULL;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (rank == 0) {
    int all = 2;
    parts = malloc(size * sizeof *parts);
    for (int i = 0; i < size; i++) parts[i] = all++;
  }
  MPI_Scatter(parts, 1, MPI_INT, &rounds, 1, MPI_INT, 0, MPI_COMM_WORLD);
  for (int i = 0; i < rounds; i++) MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence

  for (int i = 0; i < size; i++) told[i] = i % 2;
  MPI_Alltoall(told, 1, MPI_INT, heard, 1, MPI_INT, MPI_COMM_WORLD);
  for (int i = 0; i < size; i++) done += heard[i];
  if (done > 0) MPI_Allreduce(MPI_IN_PLACE, &done, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); //~ collective_divergence
  if (rank == 0) printf("%d rounds, %d\n", rounds, done);
  free(parts);
  MPI_Finalize();
  return 0;
}
