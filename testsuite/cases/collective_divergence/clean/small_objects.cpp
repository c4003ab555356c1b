// Pairs and small classes, handed on in registers: what is the same of them decides.
//@ flags: -std=c++17
#include <mpi.h>
#include <cstdio>
#include <utility>

struct Grid {
  int columns, rows;
  bool is_wide() const { return columns > rows; }
};

class World {
  int rank_, size_;

public:
  World()
  {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
  }
  std::pair<int, int> place() const { return {rank_, size_}; }
  Grid grid() const { return {size_, rank_ - rank_ + 1}; }
  int rank() const { return rank_; }
};

static World world() { return World(); }

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  World all = world();
  auto [rank, size] = all.place();
  for (int i = 0; i < size; i++)
    MPI_Barrier(MPI_COMM_WORLD);
  if (all.grid().is_wide())
    MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0)
    std::printf("%d\n", size);
  MPI_Finalize();
  return 0;
}
