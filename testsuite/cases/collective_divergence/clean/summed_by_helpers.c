// Conjugate gradients, whose helper sums over all ranks into a copy and writes that back, number by number or at once.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LENGTH 24

static void sum_by_number(double *numbers, int count) {
  double *sums = malloc(count * sizeof *sums);
  MPI_Allreduce(numbers, sums, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  for (int i = 0; i < count; i++) numbers[i] = sums[i];
  free(sums);
}

static void sum_at_once(double *numbers, int count) {
  double *sums = malloc(count * sizeof *sums);
  MPI_Allreduce(numbers, sums, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  memcpy(numbers, sums, count * sizeof *sums);
  free(sums);
}

static double dot(const double *a, const double *b) {
  double sum = 0;
  for (int i = 0; i < LENGTH; i++) sum += a[i] * b[i];
  sum_by_number(&sum, 1);
  return sum;
}

static int iterate(int rank) {
  double x[LENGTH], residual[LENGTH], direction[LENGTH];
  int rounds = 0;
  for (int i = 0; i < LENGTH; i++) {
    x[i] = 0;
    residual[i] = direction[i] = rank + i + 1;
  }
  double norm = dot(residual, residual);
  while (norm > 1e-6 && rounds < 50) {
    double step = norm / dot(direction, direction);
    for (int i = 0; i < LENGTH; i++) {
      x[i] += step * direction[i];
      residual[i] -= step * direction[i];
    }
    double next = dot(residual, residual);
    for (int i = 0; i < LENGTH; i++) direction[i] = residual[i] + next / norm * direction[i];
    norm = next;
    rounds++;
  }
  return rounds;
}

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);

  double energy = rank, pair[2], grown[3];
  sum_by_number(&energy, 1);
  if (energy > 3) MPI_Barrier(MPI_COMM_WORLD);

  pair[0] = rank;
  pair[1] = 2;
  sum_by_number(pair, 2);
  if (pair[0] > pair[1]) MPI_Barrier(MPI_COMM_WORLD);

  for (int i = 0; i < 3; i++) grown[i] = rank;
  sum_at_once(grown, 3);
  while (grown[0] < 1000) {
    for (int i = 0; i < 3; i++) grown[i] += rank + 1;
    sum_at_once(grown, 3);
  }

  int rounds = iterate(rank);
  if (rank == 0) printf("%d rounds\n", rounds);
  MPI_Finalize();
  return 0;
}
