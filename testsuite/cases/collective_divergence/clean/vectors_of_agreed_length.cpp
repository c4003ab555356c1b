// What one rank has read is resized on the others: however long the vectors were, they are equally long then.
#include <mpi.h>
#include <cstdio>
#include <string>
#include <vector>

class Mesh {
  std::vector<double> nodes_;
  std::vector<std::vector<int>> zones_;
  std::vector<std::string> names_;

  template <class T>
  static void resize_as_root(std::vector<T> &all)
  {
    int count = static_cast<int>(all.size());
    MPI_Bcast(&count, 1, MPI_INT, 0, MPI_COMM_WORLD);
    all.resize(count);
  }

  static void share(std::string &text)
  {
    unsigned long length = text.size();
    MPI_Bcast(&length, 1, MPI_UNSIGNED_LONG, 0, MPI_COMM_WORLD);
    text.resize(length);
    if (!text.empty())
      MPI_Bcast(&text[0], static_cast<int>(length), MPI_CHAR, 0, MPI_COMM_WORLD);
  }

public:
  void read(const char *description)
  {
    for (; *description; description++) {
      if (*description == 'z')
        zones_.push_back({1, 2, 3});
      else
        nodes_.push_back(*description - 'a');
      names_.push_back(std::string(1, *description));
    }
  }

  void share()
  {
    resize_as_root(nodes_);
    resize_as_root(zones_);
    resize_as_root(names_);
    MPI_Bcast(nodes_.data(), static_cast<int>(nodes_.size()), MPI_DOUBLE, 0, MPI_COMM_WORLD);
    for (auto &zone : zones_) {
      resize_as_root(zone);
      MPI_Bcast(zone.data(), static_cast<int>(zone.size()), MPI_INT, 0, MPI_COMM_WORLD);
    }
    for (std::size_t i = 0; i < names_.size(); i++)
      share(names_[i]);
  }

  // Again from the start, all of them.
  double refined(int times)
  {
    std::vector<double> level(nodes_), next;
    while (times-- > 0 && !level.empty()) {
      next.clear();
      for (double node : level)
        if (node > 0)
          next.push_back(node / 2);
      level = next;
    }
    double sum = 0;
    for (double node : level) {
      double all = 0;
      MPI_Allreduce(&node, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
      sum += all;
    }
    return sum;
  }
};

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  Mesh mesh;
  if (rank == 0)
    mesh.read("abczcba");
  mesh.share();
  double sum = mesh.refined(2);
  // What a rank keeps of its own is as long as it likes until all are told to have one more.
  std::vector<int> scratch;
  for (int i = 0; i < rank; i++)
    scratch.push_back(i);
  scratch.assign(3, rank);
  scratch.push_back(0);
  while (!scratch.empty()) {
    scratch.pop_back();
    MPI_Barrier(MPI_COMM_WORLD);
  }
  if (rank == 0)
    std::printf("%g\n", sum / size);
  MPI_Finalize();
  return 0;
}
