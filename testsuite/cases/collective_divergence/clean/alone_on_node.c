// With one rank a node, all come to a barrier of their own.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  int rank, size;
  MPI_Comm node;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
  MPI_Comm_size(node, &size);
  if (size == 1) MPI_Barrier(node);
  if (rank == 0) puts("done");
  MPI_Comm_free(&node);
  MPI_Finalize();
  return 0;
}
