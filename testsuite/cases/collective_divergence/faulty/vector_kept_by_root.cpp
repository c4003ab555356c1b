// The others make room for what the root has read, and take none of its number of steps.
#include <mpi.h>
#include <cstdio>
#include <vector>

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  int rank, steps = 0, count;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  std::vector<double> weights;
  if (rank == 0) {
    for (double weight; std::scanf("%lf", &weight) == 1;)
      weights.push_back(weight);
    weights.push_back(0.5);
    if (std::scanf("%d", &steps) != 1)
      steps = 3;
  }
  count = static_cast<int>(weights.size());
  MPI_Bcast(&count, 1, MPI_INT, 0, MPI_COMM_WORLD);
  if (rank != 0)
    weights.resize(count);
  MPI_Bcast(weights.data(), count, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  double sum = 0;
  for (int step = 0; step < steps; step++)
    for (double weight : weights) {
      double all = 0;
      MPI_Allreduce(&weight, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); //~ collective_divergence
      sum += all;
    }
  if (rank == 0)
    std::printf("%d\n", sum > 0);
  MPI_Finalize();
  return 0;
}
