// The thread that initialised MPI is the communication thread.
//@ flags: -fopenmp
//@ ranks: 2
#include <mpi.h>
#include <omp.h>
#include <stdio.h>

#define N 30

int main(int argc, char **argv)
{
  int rank, provided;
  double cell[N], ghost = 0.0, edge, sum = 0.0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  if (provided < MPI_THREAD_FUNNELED) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i < N; i++) cell[i] = rank + i;
  edge = cell[N - 1];

  #pragma omp parallel num_threads(4) reduction(+:sum)
  {
    int me = omp_get_thread_num();
    if (me == 0) {
      MPI_Sendrecv(&edge, 1, MPI_DOUBLE, 1 - rank, 5, &ghost, 1, MPI_DOUBLE, 1 - rank, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    #pragma omp for schedule(dynamic, 4)
    for (int i = 1; i < N - 1; i++) sum += cell[i];
  }
  printf("rank %d: %g %g\n", rank, sum, ghost);
  MPI_Finalize();
  return 0;
}
