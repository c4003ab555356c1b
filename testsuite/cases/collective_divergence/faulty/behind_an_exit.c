// Rank 0 may leave by exit before the first broadcast. The second one is called by rank 0 alone, whatever happens before.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void usage(const char *name) {
  fprintf(stderr, "usage: %s [-n STEPS]\n", name);
  exit(1);
}

static int option(int argc, char **argv, int rank) {
  int steps = 4, found = 0;
  if (rank == 0) {
    for (int i = 1; i < argc; i++) {
      if (strcmp(argv[i], "-n") != 0 || i + 1 == argc) usage(argv[0]);
      steps = atoi(argv[++i]);
      found = 1;
    }
  }
  MPI_Bcast(&steps, 1, MPI_INT, 0, MPI_COMM_WORLD); //~ collective_divergence
  if (rank == 0 && found == 0) {
    MPI_Bcast(&found, 1, MPI_INT, 0, MPI_COMM_WORLD); //~ collective_divergence
  }
  return steps;
}

int main(int argc, char **argv) {
  int rank, sum = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int steps = option(argc, argv, rank);
  for (int i = 0; i < steps; i++) MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (rank == 0) printf("%d\n", sum);
  MPI_Finalize();
  return 0;
}
