// One masked region is thread 0's, the other thread 1's: their collectives may come in any order.
//@ flags: -fopenmp
//@ ranks: 2
//@ repeat: 50
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
    #pragma omp masked filter(1)
    MPI_Allreduce(&b, &product, 1, MPI_INT, MPI_PROD, MPI_COMM_WORLD); //~ concurrent_collectives
  }
  if (rank == 0) printf("%d %d\n", sum, product);
  MPI_Finalize();
  return 0;
}
