// Vectors are filled when they are made, on all ranks with as many numbers.
//@ ranks: 4
#include <mpi.h>
#include <cstdio>
#include <vector>

static const int table[] = {1, 2, 3, 4, 5, 6, 7, 8};

static double total(const std::vector<double> &values)
{
  double sum = 0;
  for (double value : values) {
    double all;
    MPI_Allreduce(&value, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    sum += all;
  }
  return sum;
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int count = size % 2 + 2;
  std::vector<double> values(count, 0.5 * rank);
  double sum = total(values);
  std::vector<int> steps(table, table + count);
  if (steps.size() > 2)
    MPI_Barrier(MPI_COMM_WORLD);
  std::vector<int> copy(steps);
  for (auto step = copy.begin(); step != copy.end(); ++step)
    MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0)
    std::printf("%g\n", sum);
  MPI_Finalize();
  return 0;
}
