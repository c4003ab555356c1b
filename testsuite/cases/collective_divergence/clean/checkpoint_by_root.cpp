// The root writes, and all wait for it.
#include <mpi.h>
#include <cstdio>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

class World {
  int rank_;

public:
  World() { MPI_Comm_rank(MPI_COMM_WORLD, &rank_); }
  bool is_root() const { return rank_ == 0; }
  void wait() const { MPI_Barrier(MPI_COMM_WORLD); }
};

class Checkpoint {
  std::string path_;
  const World &world_;

public:
  Checkpoint(std::string path, const World &world) : path_(std::move(path)), world_(world) {}

  void save(const std::vector<double> &values)
  {
    if (world_.is_root()) {
      std::ofstream file(path_);
      for (double value : values)
        file << value << '\n';
      if (!file.good())
        std::puts("not saved");
    }
    world_.wait();
  }
};

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  {
    World world;
    Checkpoint checkpoint("/dev/null", world);
    checkpoint.save(std::vector<double>(argc + 4, 0.5));
    if (world.is_root())
      std::puts("saved");
  }
  MPI_Finalize();
  return 0;
}
