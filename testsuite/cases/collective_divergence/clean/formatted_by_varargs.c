// What decides was formatted from arguments without names: a number that all have.
#include <mpi.h>
#include <stdarg.h>
#include <stdio.h>

static int format(char *text, const char *pattern, ...) {
  va_list arguments;
  va_start(arguments, pattern);
  int length = vsnprintf(text, 30, pattern, arguments);
  va_end(arguments);
  return length;
}

int main(int argc, char **argv) {
  int rank, part = 0;
  char name[30];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) part = 20 + argc;
  MPI_Bcast(&part, 1, MPI_INT, 0, MPI_COMM_WORLD);
  format(name, "%d.log", part);
  if (name[0] == '2') MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) puts(name);
  MPI_Finalize();
  return 0;
}
