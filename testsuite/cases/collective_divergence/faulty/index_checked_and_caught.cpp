// An element that is not there on all ranks: who finds it missing goes on without the others.
#include <mpi.h>
#include <cstdio>
#include <exception>
#include <vector>

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  std::vector<int> values;
  for (int i = 0; i < (rank == 0 ? 1 : 4); i++)
    values.push_back(i);
  try {
    int sum = 0, value = values.at(argc);
    MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); //~ collective_divergence
    std::printf("%d\n", sum);
  } catch (const std::exception &error) {
    std::puts(error.what());
  }
  MPI_Finalize();
  return 0;
}
