// Seeds by rank and clock are folded into the range of the generator, which refuses others.
//@ check: nothing
//@ levels: -O0 -O2
//@ deterministic: no
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static void start(int ij, unsigned kl)
{
    ij %= 31328;
    if (ij < 0)
        ij = 31328 + ij;
    kl %= 30081u;
    if (ij < 0 || ij > 31328 || kl > 30081u) {
        puts("seed out of range");
        exit(1);
    }
    srand((unsigned)ij + kl);
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    start((int)time(NULL) - 7 * rank, (unsigned)rank * 1000003u);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
