// The largest rank is read before the reduction that finds it is completed: each rank still has its own.
//@ static: none
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  int rank;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int mine = rank, largest = rank;
  MPI_Iallreduce(&mine, &largest, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD, &request);
  int is_last = largest > 1;
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  if (is_last) MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) printf("%d\n", largest);
  MPI_Finalize();
  return 0;
}
