// The task is waited for when the critical region has ended: several may be under way.
//@ flags: -fopenmp
//@ ranks: 2
#include <mpi.h>
#include <omp.h>
#include <stdio.h>

static long total_of(long part)
{
  long total = 0;
  #pragma omp critical(communication)
  {
    #pragma omp task shared(total) firstprivate(part)
    MPI_Allreduce(&part, &total, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD); //~ collective_in_parallel
  }
  #pragma omp taskwait
  return total;
}

int main(int argc, char **argv)
{
  int provided, rank;
  long sum = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
  if (provided < MPI_THREAD_SERIALIZED)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  #pragma omp parallel num_threads(3) reduction(+ : sum)
  sum += total_of(1);
  if (rank == 0)
    printf("%ld\n", sum);
  MPI_Finalize();
  return 0;
}
