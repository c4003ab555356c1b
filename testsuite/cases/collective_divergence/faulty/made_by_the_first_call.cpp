// The first call that comes to the variable is one that only one rank makes.
#include <mpi.h>
#include <cstdio>

class Job {
  Job()
  {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &communicator); //~ collective_divergence
  }

public:
  int rank;
  MPI_Comm communicator;

  static Job &get()
  {
    static Job job;
    return job;
  }
};

int main(int argc, char **argv)
{
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0)
    std::printf("rank %d\n", Job::get().rank);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
