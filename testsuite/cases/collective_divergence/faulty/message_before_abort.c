// Twice a message is written by a loop, and then rank 0 alone leaves, or waits for good in front of the end of the job.
//@ args: missing
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static char program[20] = "relax";

static int fail(const char *what) {
  for (const char *at = program; *at; at++) putc(*at, stderr);
  while (*what) putc(*what++, stderr);
  putc('\n', stderr);
  return 1;
}

static int next_task(void) {
  int task;
  MPI_Recv(&task, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return task;
}

int main(int argc, char **argv) {
  int rank, steps = 3;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    FILE *file = fopen(argv[1], "rb");
    if (!file) {
      for (int i = 0; i < argc; i++) fprintf(stderr, "%s ", argv[i]);
      return fail("no file");
    }
    fclose(file);
  }
  MPI_Bcast(&steps, 1, MPI_INT, 0, MPI_COMM_WORLD); //~ collective_divergence
  if (rank == 1) for (;;) {
    int task;
    MPI_Recv(&task, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (task < 0) MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
  if (rank == 2) for (;;) if (next_task() < 0) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Allreduce(MPI_IN_PLACE, &steps, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD); //~ collective_divergence
  MPI_Finalize();
  return 0;
}
