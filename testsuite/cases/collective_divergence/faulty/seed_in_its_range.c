// Seeds by rank are folded into a range, and the generator refuses some of it.
//@ levels: -O0 -O2
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static void start(int ij)
{
    ij %= 31328;
    if (ij < 0)
        ij = 31328 + ij;
    if (ij < 0 || ij > 9999) {
        puts("seed out of range");
        exit(1);
    }
    srand((unsigned)ij);
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    start(7000 * rank);
    MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
    MPI_Finalize();
    return 0;
}
