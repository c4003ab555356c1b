// The number of rounds is read when the broadcast that brings it is completed, here and in a helper.
#include <mpi.h>
#include <stdio.h>

static void finish(MPI_Request *request) { MPI_Wait(request, MPI_STATUS_IGNORE); }

int main(int argc, char **argv) {
  int rank, rounds = 0, sum = 0;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) rounds = 3;
  MPI_Ibcast(&rounds, 1, MPI_INT, 0, MPI_COMM_WORLD, &request);
  finish(&request);
  int mine = rank, largest = rank;
  MPI_Iallreduce(&mine, &largest, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  if (largest > 1) MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < rounds; i++) MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (rank == 0) printf("%d\n", sum);
  MPI_Finalize();
  return 0;
}
