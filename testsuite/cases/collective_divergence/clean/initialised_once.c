// What initialises MPI the first time only sets no number the second time; all ranks have the same.
#include <mpi.h>
#include <stdio.h>

static int started;

static void begin(int *number) {
  if (!started) {
    MPI_Init(NULL, NULL);
    started = 1;
    *number = 0;
  }
}

int main(void) {
  int number = 1, rank;
  begin(&number);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  number = rank < 0;
  begin(&number);
  if (number == 0) MPI_Barrier(MPI_COMM_WORLD);
  printf("%d\n", number);
  MPI_Finalize();
  return 0;
}
