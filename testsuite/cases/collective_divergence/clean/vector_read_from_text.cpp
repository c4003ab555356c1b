// Each rank reads another text, of as many numbers.
#include <mpi.h>
#include <cstdio>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  std::istringstream text(std::string("1 2 3 ") + std::to_string(rank));
  std::vector<int> values;
  values.assign(std::istream_iterator<int>(text), std::istream_iterator<int>());
  int sum = 0;
  for (int value : values)
    MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (rank == 0)
    std::printf("%d\n", sum);
  MPI_Finalize();
  return 0;
}
