// The helper adds the sum to what each rank has; and the first of two numbers is not written back.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static void add_sums(double *numbers, int count) {
  double *sums = malloc(count * sizeof *sums);
  MPI_Allreduce(numbers, sums, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  for (int i = 0; i < count; i++) numbers[i] += sums[i];
  free(sums);
}

static void sum_last(double *numbers) {
  double sum;
  MPI_Allreduce(&numbers[1], &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  numbers[1] = sum;
}

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);

  double energy = rank, pair[2];
  add_sums(&energy, 1);
  if (energy > 7) MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence

  pair[0] = rank;
  pair[1] = 2;
  sum_last(pair);
  if (pair[0] > 1) MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence

  if (rank == 0) printf("%g %g\n", energy, pair[1]);
  MPI_Finalize();
  return 0;
}
