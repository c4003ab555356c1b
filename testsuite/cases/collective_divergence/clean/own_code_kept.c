// Each rank keeps the error code that it has; those without one take the largest of all.
#include <mpi.h>
#include <stdio.h>

static int code;

static void agree(void) {
  int largest;
  MPI_Allreduce(&code, &largest, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  if (largest != 0 && code == 0) code = largest;
}

static int agreed(int own) {
  int largest;
  MPI_Allreduce(&own, &largest, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  if (largest != 0 && own == 0) own = largest;
  return own;
}

int main(int argc, char **argv) {
  int rank, second = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0 && argc > 3) code = 2;
  agree();
  if (code) {
    if (rank == 0) puts("failed");
    MPI_Finalize();
    return 1;
  }
  if (rank == 1 && argc > 2) second = 3;
  second = agreed(second);
  if (second == 0) MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) puts("done");
  MPI_Finalize();
  return 0;
}
