// The root broadcasts rows and then that there are no more, each behind a condition of its own; the others reduce besides.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  int rank, more, rows = argc + 2, row[4] = {0}, sum = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    for (int i = 0; i < rows; i++) {
      more = 1;
      row[0] = i;
      MPI_Bcast(&more, 1, MPI_INT, 0, MPI_COMM_WORLD); //~ collective_divergence
      MPI_Bcast(row, 4, MPI_INT, 0, MPI_COMM_WORLD);
      sum += row[0];
    }
  }
  if (rank == 0) {
    more = 0;
    MPI_Bcast(&more, 1, MPI_INT, 0, MPI_COMM_WORLD);
  }
  if (rank != 0) {
    for (;;) {
      MPI_Bcast(&more, 1, MPI_INT, 0, MPI_COMM_WORLD);
      if (!more) break;
      MPI_Bcast(row, 4, MPI_INT, 0, MPI_COMM_WORLD);
      MPI_Allreduce(MPI_IN_PLACE, row, 4, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
      sum += row[0];
    }
  }
  printf("%d\n", sum);
  MPI_Finalize();
  return 0;
}
