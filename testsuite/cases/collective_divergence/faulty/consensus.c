// Sparse exchange by consensus: who has sent everything begins a barrier but the first rank, which has nothing to send and
// leaves with the last message; the others go on receiving until all have begun theirs.
#include <mpi.h>
#include <stdio.h>

static int receive_if_any(void) {
  int pending, in;
  MPI_Status status;
  MPI_Iprobe(MPI_ANY_SOURCE, 7, MPI_COMM_WORLD, &pending, &status);
  if (!pending) return 0;
  MPI_Recv(&in, 1, MPI_INT, status.MPI_SOURCE, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return in;
}

int main(int argc, char **argv) {
  int rank, size, out = 1, received = 0, all, complete = 0, waiting = 0;
  MPI_Request sent = MPI_REQUEST_NULL, barrier;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (rank > 0) MPI_Issend(&out, 1, MPI_INT, rank - 1, 7, MPI_COMM_WORLD, &sent);
  while (!complete) {
    int done;
    received += receive_if_any();
    if (rank == 0) {
      while (received == 0) received += receive_if_any();
      break;
    }
    if (waiting) {
      MPI_Test(&barrier, &done, MPI_STATUS_IGNORE);
      if (done) complete = 1;
    } else {
      MPI_Test(&sent, &done, MPI_STATUS_IGNORE);
      if (done) {
        MPI_Ibarrier(MPI_COMM_WORLD, &barrier); //~ collective_divergence
        waiting = 1;
      }
    }
  }
  MPI_Allreduce(&received, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (rank == 0) printf("%d messages\n", all);
  MPI_Finalize();
  return 0;
}
