// The tasks depend on different data: nothing orders their two reductions.
//@ flags: -fopenmp
//@ ranks: 2
//@ repeat: 50
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
  int rank, provided;
  long kinetic, potential, sums[2] = {0, 0};
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  #pragma omp parallel num_threads(4)
  #pragma omp single
  {
    #pragma omp task shared(kinetic) depend(out: kinetic)
    kinetic = 5 + rank;
    #pragma omp task shared(potential) depend(out: potential)
    potential = -3 - rank;
    #pragma omp task shared(kinetic, sums) depend(in: kinetic)
    MPI_Allreduce(&kinetic, &sums[0], 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    #pragma omp task shared(potential, sums) depend(in: potential)
    MPI_Allreduce(&potential, &sums[1], 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD); //~ concurrent_collectives
  }
  if (rank == 0) printf("%ld %ld\n", sums[0], sums[1]);
  MPI_Finalize();
  return 0;
}
