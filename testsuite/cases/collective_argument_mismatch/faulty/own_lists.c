// Each rank in its turn tells how many numbers it has not sent yet, and sends them; the others take them for numbers of single precision.
//@ levels: -O0 -O1 -O2
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  int rank, size, sent[10] = {0}, sum = 0;
  double own[10];
  float other;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int i = 0; i < 10; i++) {
    own[i] = i + rank;
    sent[i] = i % (rank + 2) == 0;
  }
  for (int turn = 0; turn < size; turn++) {
    int left = 0;
    for (int i = 0; i < 10; i++) left += !sent[i];
    MPI_Bcast(&left, 1, MPI_INT, turn, MPI_COMM_WORLD);
    if (rank == turn) {
      for (int i = 0; i < 10; i++) {
        if (sent[i]) continue;
        sent[i] = 1;
        MPI_Bcast(&own[i], 1, MPI_DOUBLE, turn, MPI_COMM_WORLD); //~ collective_argument_mismatch
        sum += (int)own[i];
      }
    } else {
      for (int i = 0; i < left; i++) {
        MPI_Bcast(&other, 1, MPI_FLOAT, turn, MPI_COMM_WORLD);
        sum += (int)other;
      }
    }
  }
  printf("%d\n", sum);
  MPI_Finalize();
  return 0;
}
