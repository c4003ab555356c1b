// A number that is one of two constants in each round decides there, behind an inner loop and before another decision; a rank adds its own.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  int rank, state = 2, rounds = argc + 3, sum = 0, all = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int round = 0; round < rounds; round++) {
    for (int i = 0; i < 2; i++) sum += i;
    if (state) {
      state = 1;
    } else {
      if (rounds == 3) sum++;
      state = 2;
    }
  }
  if (state + rank == 1) MPI_Allreduce(&sum, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); //~ collective_divergence
  printf("%d\n", all);
  MPI_Finalize();
  return 0;
}
