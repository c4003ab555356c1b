// A number that is one of two constants in each round decides there, behind an inner loop and before another decision.
//@ check: nothing
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  int state = 2, rounds = argc + 3, sum = 0, all = 0;
  MPI_Init(&argc, &argv);
  for (int round = 0; round < rounds; round++) {
    for (int i = 0; i < 2; i++) sum += i;
    if (state) {
      state = 1;
    } else {
      if (rounds == 3) sum++;
      state = 2;
    }
  }
  if (state == 1) MPI_Allreduce(&sum, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  printf("%d\n", all);
  MPI_Finalize();
  return 0;
}
