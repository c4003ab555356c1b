// What the function answers on the root alone is taken for what it answers on all.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum status { DONE, AGAIN, REFUSED };

static int rank;

static int load(int *steps)
{
  int have = 0;
  if (rank == 0) {
    if (*steps > 100)
      *steps = 0;
    have = *steps != 0;
  }
  if (!have)
    return 0;
  MPI_Bcast(steps, 1, MPI_INT, 0, MPI_COMM_WORLD); //~ collective_divergence
  return 1;
}

static enum status advance(int step, double *value)
{
  int bad = *value > 100 + rank, any;
  MPI_Allreduce(&bad, &any, 1, MPI_INT, MPI_LOR, MPI_COMM_WORLD); //~ collective_divergence
  if (any && step > 3)
    return REFUSED;
  if (any)
    return AGAIN;
  *value += 1;
  return DONE;
}

int main(int argc, char **argv)
{
  int steps = argc;
  double value = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank > 0)
    steps = -rank;
  if (!load(&steps))
    steps = 3;
  for (int step = 0; step < steps; step++) {
    enum status status = advance(step, &value);
    if (status == AGAIN) {
      value /= 2;
      continue;
    }
    if (status == REFUSED)
      break;
    MPI_Barrier(MPI_COMM_WORLD);
  }
  if (rank == 0)
    printf("%g\n", value);
  MPI_Finalize();
  return 0;
}
