// A barrier between the master region and the single region.
//@ flags: -fopenmp
//@ ranks: 2
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
  int rank, provided, flag = 0, count = 0, all = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  #pragma omp parallel num_threads(4)
  {
    #pragma omp atomic
    count++;
    #pragma omp barrier
    #pragma omp master
    {
      if (rank == 0) flag = 1;
      MPI_Bcast(&flag, 1, MPI_INT, 0, MPI_COMM_WORLD);
    }
    #pragma omp barrier
    #pragma omp single
    {
      MPI_Allreduce(&count, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    }
  }
  if (rank == 0) printf("%d threads, flag %d\n", all, flag);
  MPI_Finalize();
  return 0;
}
