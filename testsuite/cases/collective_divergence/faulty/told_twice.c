// Rank 0 tells the others what to do, in two phases, and never tells them to stop.
#include <mpi.h>
#include <stdio.h>

enum order { STOP, ADD, SHARE };

static double add(double own) {
  double sum = 0;
  MPI_Reduce(&own, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  return sum;
}

static void share(void) {
  MPI_Comm apart;
  int all = 1;
  MPI_Comm_dup(MPI_COMM_WORLD, &apart);
  MPI_Allreduce(MPI_IN_PLACE, &all, 1, MPI_INT, MPI_SUM, apart);
  MPI_Comm_free(&apart);
}

static void tell(int order) { MPI_Bcast(&order, 1, MPI_INT, 0, MPI_COMM_WORLD); } //~ collective_divergence

static double lead(int rounds) {
  double total = 0;
  for (int i = 0; i < rounds; i++) {
    tell(ADD);
    total += add(i);
  }
  tell(SHARE);
  share();
  return total;
}

static void serve(int rank) {
  for (;;) {
    int order;
    MPI_Bcast(&order, 1, MPI_INT, 0, MPI_COMM_WORLD);
    switch (order) {
      case STOP: return;
      case ADD: add(rank); break;
      case SHARE: share(); break;
    }
  }
}

int main(int argc, char **argv) {
  int rank;
  double total = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) total = lead(3);
  else serve(rank);
  if (rank == 0) total += lead(2);
  else serve(rank);
  if (rank == 0) printf("%g\n", total);
  MPI_Finalize();
  return 0;
}
