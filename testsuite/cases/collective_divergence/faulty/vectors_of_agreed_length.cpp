// What one rank has read is shared, but the other ranks' vectors stay as long as they were.
#include <mpi.h>
#include <cstdio>
#include <vector>

class Mesh {
  std::vector<double> nodes_;

public:
  void read(const char *description)
  {
    for (; *description; description++)
      nodes_.push_back(*description - 'a');
  }

  double sum() const
  {
    double sum = 0;
    for (double node : nodes_) {
      double all = 0;
      MPI_Allreduce(&node, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); //~ collective_divergence
      sum += all;
    }
    return sum;
  }
};

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  Mesh mesh;
  if (rank == 0)
    mesh.read("abcba");
  std::vector<int> scratch(4);
  scratch.resize(4 + rank);
  for (int i : scratch) {
    if (i > 0)
      std::printf("%d\n", i);
    MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
  }
  double sum = mesh.sum();
  if (rank == 0)
    std::printf("%g\n", sum);
  MPI_Finalize();
  return 0;
}
