// The root reads the settings into text and tables: what C++'s library checks of places in them holds, and who
// would find it failed is caught far outside. All come to the broadcasts.
#include <mpi.h>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <map>
#include <string>
#include <vector>

// The root has a number of each rank, the others none.
static void list(int rank, int size, int steps)
{
  std::vector<int> all(rank == 0 ? size : 0);
  MPI_Gather(&steps, 1, MPI_INT, all.data(), 1, MPI_INT, 0, MPI_COMM_WORLD);
  if (rank == 0)
    for (std::size_t i = 0; i < all.size(); i++)
      std::cout << all.at(i) << '\n';
  MPI_Barrier(MPI_COMM_WORLD);
}

class Settings {
public:
  Settings(int rank, int argc, char **argv) {
    if (rank == 0) {
      for (int i = 1; i < argc; i++) {
        std::string word = argv[i];
        auto sign = word.find('=');
        if (sign == std::string::npos)
          continue;
        values[word.substr(0, sign)] = std::atoi(word.c_str() + sign + 1);
        std::cout << word.substr(sign + 1) << '\n';
      }
      values["steps"] += 4;
      steps = values.at("steps");
    }
    MPI_Bcast(&steps, 1, MPI_INT, 0, MPI_COMM_WORLD);
  }
  int steps = 0;

private:
  std::map<std::string, int> values;
};

static void report(int rank, int step)
{
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank != 0)
    return;
  std::cout << "step " << step << '\n';
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  try {
    Settings settings(rank, argc, argv);
    for (int step = 0; step < settings.steps; step++)
      report(rank, step);
    list(rank, size, settings.steps);
  } catch (const std::exception &error) {
    std::cerr << error.what() << '\n';
  }
  MPI_Finalize();
  return 0;
}
