// The helper gives the others' vector the length of the root's, and forgets the elements.
//@ static: none
#include <mpi.h>
#include <cstdio>
#include <vector>

template <typename T> static void broadcast(std::vector<T> &values) {
  unsigned long count = values.size();
  MPI_Bcast(&count, 1, MPI_UNSIGNED_LONG, 0, MPI_COMM_WORLD);
  values.resize(count);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  std::vector<int> settings;
  if (rank == 0) settings = {4, 5, 6};
  broadcast(settings);
  if (settings[0] == 4) MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) std::printf("%d\n", settings[2]);
  MPI_Finalize();
}
