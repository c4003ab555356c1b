// An element is received and replaced by the rank's own number, which decides.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  int rank, size, work[100] = {0};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int next = (rank + 1) % size, last = (rank + size - 1) % size, n = size + argc;
  MPI_Sendrecv(&rank, 1, MPI_INT, next, 0, &work[n], 1, MPI_INT, last, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  work[n] = rank;
  if (work[n] == 0) MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
  if (rank == 0) puts("done");
  MPI_Finalize();
  return 0;
}
