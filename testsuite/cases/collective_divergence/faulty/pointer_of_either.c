// What a pointer leads to that stands in one of two structures from the beginning: one's own.
//@ static: none
#include <mpi.h>
#include <stdio.h>

struct holder { int *number; int kind; };

static int common, own;
static struct holder first = {&common, 1}, second = {&own, 2};

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  own = rank;
  struct holder *chosen = argc > 100 ? &first : &second;
  if (argc > 200) second.number = &common;
  if (*chosen->number == 0) MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) puts("done");
  MPI_Finalize();
  return 0;
}
