// A rank keeps what it has, also where that is nothing.
#include <mpi.h>
#include <stdio.h>

static int agreed(int own, int rank) {
  int largest;
  MPI_Allreduce(&own, &largest, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  if (largest != 0 && own == 0 && rank != 1) own = largest;
  return own;
}

int main(int argc, char **argv) {
  int rank, code = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0 && argc > 0) code = 3;
  code = agreed(code, rank);
  if (code == 0) MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
  if (rank == 0) puts("done");
  MPI_Finalize();
  return 0;
}
