// Each thread waits for its own task with a message: several may be under way.
//@ flags: -fopenmp
//@ ranks: 2
#include <mpi.h>
#include <stdio.h>

static int echo(int rank, int tag)
{
  int answer = -1;
  {
    #pragma omp task if(0) shared(answer)
    {
      #pragma omp task shared(answer) firstprivate(rank, tag)
      MPI_Sendrecv(&tag, 1, MPI_INT, rank, tag, &answer, 1, MPI_INT, rank, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE); //~ thread_level_exceeded
      #pragma omp taskwait
    }
  }
  return answer;
}

int main(int argc, char **argv)
{
  int provided, rank, sum = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
  if (provided < MPI_THREAD_SERIALIZED)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  #pragma omp parallel num_threads(3) reduction(+ : sum)
  sum += echo(rank, 7);
  if (rank == 0)
    printf("%d\n", sum);
  MPI_Finalize();
  return 0;
}
