// The program's own abort ends the job where there are several ranks, and throws where there is one.
#include <mpi.h>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>

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

[[noreturn]] static void fail(const char *what) {
  if (count_ranks() == 1) throw std::runtime_error(what);
  std::fprintf(stderr, "%s\n", what);
  MPI_Abort(MPI_COMM_WORLD, 1);
  std::abort();
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  if (argc > 1) divide(std::atoi(argv[1]));
  char name[16] = "/dev/null";
  if (own_rank() == 0) {
    std::FILE *out = std::fopen(name, "w");
    if (!out) fail("no output");
    std::fclose(out);
  }
  MPI_Bcast(name, 16, MPI_CHAR, 0, group);
  if (own_rank() == 0) std::puts("done");
  MPI_Finalize();
}
