// A check of C++'s library that holds on some ranks only, which is known: only the root has set what it asks for.
#include <mpi.h>
#include <cstdio>
#include <exception>
#include <optional>

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  std::optional<int> start;
  if (rank == 0)
    start = argc;
  try {
    int sum = 0, own = start.value();
    MPI_Allreduce(&own, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); //~ collective_divergence
    std::printf("%d\n", sum);
  } catch (const std::exception &error) {
    std::puts(error.what());
  }
  MPI_Finalize();
  return 0;
}
