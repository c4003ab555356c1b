// A helper broadcasts whether it failed and what it read in one message; what the root has of a failure matters to nobody.
#include <mpi.h>
#include <stdio.h>

struct spec { int steps; };

static int read_spec(struct spec *spec, int first) {
  int rank, error = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    spec->steps = first;
    error = first > 9;
  }
  int message[2] = {error, spec->steps};
  MPI_Bcast(message, 2, MPI_INT, 0, MPI_COMM_WORLD);
  if (message[0]) return message[0];
  spec->steps = message[1];
  return 0;
}

int main(int argc, char **argv) {
  struct spec spec = {0};
  MPI_Init(&argc, &argv);
  if (read_spec(&spec, argc)) {
    MPI_Finalize();
    return 1;
  }
  for (int i = 0; i < spec.steps; i++) MPI_Barrier(MPI_COMM_WORLD);
  puts("done");
  MPI_Finalize();
  return 0;
}
