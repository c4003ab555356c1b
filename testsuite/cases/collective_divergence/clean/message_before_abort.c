// The message is put together by loops before the job is ended: where the file is missing, nobody is left waiting.
//@ args: 3
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static char program[20] = "relax";

static void fail(const char *what) {
  char text[64];
  int length = 0;
  for (const char *at = program; *at; at++) text[length++] = *at;
  text[length++] = ':';
  while (*what) text[length++] = *what++;
  text[length] = 0;
  fprintf(stderr, "%s\n", text);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

int main(int argc, char **argv) {
  int rank, steps = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    FILE *file = fopen(argv[0], "rb");
    if (!file) fail("no program");
    int first = fgetc(file);
    if (first == EOF) {
      for (int i = 0; i < argc; i++) fprintf(stderr, "%s ", argv[i]);
      MPI_Abort(MPI_COMM_WORLD, 2);
      return 2;
    }
    fclose(file);
    steps = argc > 1 ? atoi(argv[1]) : 5;
  }
  MPI_Bcast(&steps, 1, MPI_INT, 0, MPI_COMM_WORLD);
  double sum = 0, mine = rank;
  for (int i = 0; i < steps; i++) MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  if (rank == 0) printf("%g\n", sum);
  MPI_Finalize();
  return 0;
}
