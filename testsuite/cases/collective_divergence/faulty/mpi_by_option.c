// Without `-serial` MPI is initialised, and the number of ranks asked for: who alone has no file ends the job if there are
// others, and the first rank waits before its work, the others not at all.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int ranks = 1, me = 0;

static int open_input(const char *path) {
  FILE *file;
  if (me != 0) return 0;
  file = fopen(path, "r");
  if (!file) return 1;
  fclose(file);
  return 0;
}

int main(int argc, char **argv) {
  int failed;
  if (argc < 2 || strcmp(argv[1], "-serial") != 0) {
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
  }
  failed = open_input("/dev/null");
  if (failed) {
    fprintf(stderr, "%d: no input\n", me);
    if (ranks > 1) MPI_Abort(MPI_COMM_WORLD, 1);
    return 1;
  }
  if (me == 0 && ranks > 1) MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
  printf("work of %d\n", me);
  if (ranks > 1) MPI_Finalize();
  return 0;
}
