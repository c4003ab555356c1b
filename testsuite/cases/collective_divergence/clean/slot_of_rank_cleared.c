// Each rank clears its own slot behind the one all look at.
//@ ranks: 4
#include <mpi.h>
#include <stdio.h>

enum { SLOTS = 8 };

static int turn_of(int rank)
{
  int waiting[SLOTS] = {0};
  waiting[1] = 1;
  waiting[2 + rank] = 0;
  return waiting[1];
}

int main(int argc, char **argv)
{
  int rank, rounds = 0, total = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (turn_of(rank)) {
    rounds++;
    MPI_Allreduce(&rounds, &total, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  }
  if (rank == 0)
    printf("%d\n", total);
  MPI_Finalize();
  return 0;
}
