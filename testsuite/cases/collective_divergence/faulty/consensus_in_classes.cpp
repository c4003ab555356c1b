// Sparse exchange by consensus, with the barrier and the messages in classes: who has sent everything begins the barrier but rank 1,
// which leaves with its last message.
#include <mpi.h>
#include <vector>
#include <cstdio>
struct Barrier {
  MPI_Request request = MPI_REQUEST_NULL;
  void begin(MPI_Comm c) { MPI_Ibarrier(c, &request); } //~ collective_divergence
  bool over() { int f = 0; MPI_Test(&request, &f, MPI_STATUS_IGNORE); return f; }
};
struct Outbox {
  std::vector<MPI_Request> all;
  bool gone() { int f = 0; MPI_Testall((int)all.size(), all.data(), &f, MPI_STATUSES_IGNORE); return f; }
};
static int drain(MPI_Comm c) {
  int any, x; MPI_Status s;
  MPI_Iprobe(MPI_ANY_SOURCE, 3, c, &any, &s);
  if (any) MPI_Recv(&x, 1, MPI_INT, s.MPI_SOURCE, 3, c, MPI_STATUS_IGNORE);
  return any;
}
static int exchange(MPI_Comm c, Outbox &out, int rank) {
  Barrier b;
  bool begun = false, done = false;
  int n = 0;
  do {
    n += drain(c);
    if (rank == 1) {
      while (n < 2) n += drain(c);
      break;
    }
    if (!begun) {
      if (out.gone()) { b.begin(c); begun = true; }
    } else if (b.over()) done = true;
  } while (!done);
  return n;
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, size, v = 7, n, all;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  Outbox out;
  for (int d = 1; d <= 2 && d < size; d++) {
    out.all.push_back(MPI_REQUEST_NULL);
    MPI_Issend(&v, 1, MPI_INT, (rank + d) % size, 3, MPI_COMM_WORLD, &out.all.back());
  }
  n = exchange(MPI_COMM_WORLD, out, rank);
  MPI_Allreduce(&n, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (rank == 0) std::printf("%d\n", all);
  MPI_Finalize();
}
