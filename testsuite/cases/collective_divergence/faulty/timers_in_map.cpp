// Timers by name, which scopes add to; the root has one of its own.
#include <mpi.h>
#include <iostream>
#include <map>
#include <string>

struct Timers {
  std::map<std::string, double> times;
  struct Scope {
    Timers &timers;
    std::string name;
    double start = MPI_Wtime();
    ~Scope() { timers.times[name] += MPI_Wtime() - start; }
  };
  void report() {
    for (auto &[name, time] : times) {
      double longest;
      MPI_Reduce(&time, &longest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD); //~ collective_divergence
    }
  }
};

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  Timers timers;
  double sum = 0;
  for (int i = 0; i < 3; i++) {
    Timers::Scope scope{timers, "solve"};
    double x = i;
    MPI_Allreduce(&x, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  }
  if (rank == 0) {
    Timers::Scope scope{timers, "print"};
    std::cout << sum << "\n";
  }
  timers.report();
  MPI_Finalize();
}
