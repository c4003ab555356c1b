// What a check reports has a level: the highest ends the program, and none of these calls has it.
#include <mpi.h>
#include <stdio.h>
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

static void message(int rank, int level, const char *text)
{
    if (rank == 0 || level > 0)
        fprintf(stderr, "%d: %s\n", rank, text);
    if (level >= 2) {
        MPI_Finalize();
        exit(1);
    }
}

int main(int argc, char **argv)
{
    int rank, size, got[64] = {0}, any;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int level = argc < rank ? 1 : 0;
    MPI_Gather(&rank, 1, MPI_INT, got, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (rank == 0)
        for (int of = 0; of < size; of++)
            check(got[of] == of, 1);
    MPI_Barrier(MPI_COMM_WORLD);
    message(rank, level, "loaded");
    MPI_Allreduce(&level, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    MPI_Finalize();
    return failures;
}
