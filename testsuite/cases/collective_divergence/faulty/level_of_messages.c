// What a check reports has a level: the highest ends the program, and rank 0 alone checks with it.
#include <mpi.h>
#include <stdlib.h>

static int failures;

static void check(int holds, int level)
{
    int counts = holds ? 0 : level;
    if (counts == 2) {
        MPI_Finalize();
        exit(1);
    }
    failures += counts;
}

int main(int argc, char **argv)
{
    int rank, size, got[64] = {0};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Gather(&rank, 1, MPI_INT, got, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (rank == 0)
        for (int of = 0; of < size; of++)
            check(got[of] != of, 2);
    MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
    MPI_Finalize();
    return failures;
}
