// Both masked regions are the primary thread's.
//@ flags: -fopenmp
//@ ranks: 2
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
  int rank, provided, a = 1, b = 2, sum = 0, product = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  #pragma omp parallel num_threads(2)
  {
    #pragma omp masked
    MPI_Allreduce(&a, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    #pragma omp masked
    MPI_Allreduce(&b, &product, 1, MPI_INT, MPI_PROD, MPI_COMM_WORLD);
  }
  if (rank == 0) printf("%d %d\n", sum, product);
  MPI_Finalize();
  return 0;
}
