// A signal asks one rank to stop; all agree on it before they leave the loop.
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

static volatile sig_atomic_t asked;

static void on_signal(int number) { asked = number; }

int main(int argc, char **argv) {
  int rank, step;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = on_signal;
  sigaction(SIGUSR1, &action, NULL);
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (step = 0; step < 50; step++) {
    int own = asked != 0, any;
    if (step == 7 && rank == 1) raise(SIGUSR1);
    MPI_Allreduce(&own, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    if (any) break;
    MPI_Barrier(MPI_COMM_WORLD);
  }
  if (rank == 0) printf("stopped in step %d\n", step);
  MPI_Finalize();
  return 0;
}
