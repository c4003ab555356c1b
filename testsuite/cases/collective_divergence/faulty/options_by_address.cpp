// Options are registered by the addresses of variables; the first rank alone prints them, and reads keys beside the loop that
// such a variable bounds: by then it is one more there.
//@ levels: -O0 -O1 -O2
#include <mpi.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <string>
#include <vector>

class Options {
  struct Entry {
    std::string name;
    void *variable;
  };
  std::vector<Entry> entries_;

 public:
  void add(const char *name, int *variable) { entries_.push_back({name, variable}); }
  void parse(int argc, char **argv) {
    for (int at = 1; at + 1 < argc; at++)
      for (Entry &entry : entries_)
        if (entry.name == argv[at]) *static_cast<int *>(entry.variable) = std::atoi(argv[++at]);
  }
  void print(std::ostream &out) const {
    for (const Entry &entry : entries_)
      out << entry.name << ' ' << *static_cast<const int *>(entry.variable) << std::endl;
  }
};

int main(int argc, char **argv) {
  int rank, rounds = 3;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  Options options;
  options.add("-n", &rounds);
  options.parse(argc, argv);
  if (rank == 0) rounds++;
  for (int round = 0; round < rounds; round++) {
    int key = 'c';
    if (rank == 0) {
      std::cout << "round " << round << std::endl;
      key = std::fgetc(stdin);
    }
    MPI_Bcast(&key, 1, MPI_INT, 0, MPI_COMM_WORLD); //~ collective_divergence
    if (key == 'q') break;
  }
  MPI_Finalize();
  return 0;
}
