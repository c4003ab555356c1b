// One rank waits in a barrier for the others, who wait in MPI_Win_free for it.
//@ ranks: 3
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
  int rank, size, *shared, verbose;
  MPI_Win window;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &shared, &window);
  *shared = -1;
  MPI_Win_fence(0, window);
  verbose = rank == 0;
  if (verbose) {
    printf("rank %d of %d holds %d\n", rank, size, *shared);
    fflush(stdout);
    MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
  }
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}
