// The root leaves where it has no output, and nobody ends the job.
#include <mpi.h>
#include <cstdio>
#include <cstdlib>

MPI_Comm group = MPI_COMM_WORLD;

static int count_ranks() {
  int count;
  MPI_Comm_size(group, &count);
  return count;
}

static int own_rank() {
  int rank;
  MPI_Comm_rank(group, &rank);
  return rank;
}

static void divide(int groups) {
  int mine = own_rank() * groups / count_ranks();
  MPI_Comm_split(MPI_COMM_WORLD, mine, own_rank(), &group);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  if (argc > 1) divide(std::atoi(argv[1]));
  char name[16] = "/dev/null";
  if (own_rank() == 0) {
    std::FILE *out = std::fopen("/nowhere/at/all", "w");
    if (!out) std::exit(1);
    std::fclose(out);
  }
  MPI_Bcast(name, 16, MPI_CHAR, 0, group); //~ collective_divergence
  if (own_rank() == 0) std::puts("done");
  MPI_Finalize();
}
