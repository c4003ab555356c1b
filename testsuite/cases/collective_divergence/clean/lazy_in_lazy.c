// A communicator is made when it is first asked for, which is twice in the making of another one.
#include <mpi.h>
#include <stdio.h>

static MPI_Comm library = MPI_COMM_NULL, half = MPI_COMM_NULL;

static MPI_Comm get_library(void) {
  if (library == MPI_COMM_NULL) MPI_Comm_dup(MPI_COMM_WORLD, &library);
  return library;
}

static MPI_Comm get_half(void) {
  if (half == MPI_COMM_NULL) {
    int rank;
    MPI_Comm_rank(get_library(), &rank);
    MPI_Comm_split(get_library(), rank % 2, rank, &half);
  }
  return half;
}

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Barrier(get_half());
  MPI_Barrier(get_half());
  MPI_Comm_free(&half);
  MPI_Comm_free(&library);
  if (rank == 0) puts("done");
  MPI_Finalize();
  return 0;
}
