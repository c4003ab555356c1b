// A template that another file instantiates for all: those who have more share their sum.
//@ files: parts/instantiated_elsewhere/sum.h parts/instantiated_elsewhere/sum.cpp
#include <cstdio>

#include "parts/instantiated_elsewhere/sum.h"

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  Sum<double> sum;
  sum.add(rank);
  if (rank > 1) {
    sum.add(1);
    sum.share(MPI_COMM_WORLD);
  }
  std::printf("%g\n", sum.all);
  MPI_Finalize();
  return 0;
}
