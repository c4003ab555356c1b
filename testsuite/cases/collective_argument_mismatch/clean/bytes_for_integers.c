// The root names its integers by their bytes.
//@ ranks: 2
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
  int rank, values[16] = {0};
  MPI_Datatype kind;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0)
    values[15] = 42;
  kind = rank == 0 ? MPI_BYTE : MPI_INT;
  MPI_Bcast(values, rank == 0 ? 64 : 16, kind, 0, MPI_COMM_WORLD);
  if (rank == 1)
    printf("%d\n", values[15]);
  MPI_Finalize();
  return 0;
}
