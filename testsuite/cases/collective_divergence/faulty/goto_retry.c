// A failed read is tried again with goto; each try starts with a barrier.
#include <mpi.h>
#include <stdio.h>

static int read_part(int rank, int attempt)
{
    return attempt >= rank;
}

int main(int argc, char **argv)
{
    int rank, attempt = 0, ok;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
again:
    MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
    ok = read_part(rank, attempt);
    if (!ok && attempt++ < 5)
        goto again;
    if (rank == 0)
        printf("%s\n", ok ? "read" : "given up");
    MPI_Finalize();
    return 0;
}
