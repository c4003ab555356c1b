// All ranks come to the variable first; what one of them asks it for later initialises nothing.
#include <mpi.h>
#include <cstdio>
#include <exception>
#include <string>

class Job {
  Job() { MPI_Comm_rank(MPI_COMM_WORLD, &rank); MPI_Comm_dup(MPI_COMM_WORLD, &communicator); }

public:
  int rank;
  MPI_Comm communicator;

  static Job &get()
  {
    static Job job;
    return job;
  }
};

static double total_of(const std::string &name)
{
  double mine = name.size(), total = 0;
  MPI_Allreduce(&mine, &total, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return total;
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  Job &job = Job::get();
  if (job.rank == 0)
    std::printf("rank %d\n", Job::get().rank);
  MPI_Barrier(job.communicator);
  try {
    std::string file = "part-" + std::to_string(job.rank);
    if (total_of(file) < 1)
      std::puts("no names");
  } catch (const std::exception &error) {
    std::puts(error.what());
  }
  MPI_Comm_free(&job.communicator);
  MPI_Finalize();
  return 0;
}
