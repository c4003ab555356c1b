// The root's vector is sent by a helper that gives the others' the same length first; its elements decide.
#include <mpi.h>
#include <cstdio>
#include <vector>

template <typename T> static void broadcast(std::vector<T> &values, MPI_Datatype type) {
  unsigned long count = values.size();
  MPI_Bcast(&count, 1, MPI_UNSIGNED_LONG, 0, MPI_COMM_WORLD);
  values.resize(count);
  MPI_Bcast(values.data(), static_cast<int>(count), type, 0, MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  std::vector<int> settings;
  if (rank == 0) settings = {4, 5, 6};
  broadcast(settings, MPI_INT);
  if (settings[0] % 2 == 0) MPI_Barrier(MPI_COMM_WORLD);

  std::vector<double> limits(2);
  if (rank == 0) limits[0] = 0.5;
  broadcast(limits, MPI_DOUBLE);
  for (double at = 0; at < limits[0]; at += 0.25) MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) std::printf("%d %g\n", settings[2], limits[0]);
  MPI_Finalize();
}
