// Flags of a structure are set all at once, on some ranks only.
#include <mpi.h>
#include <stdio.h>
#include <string.h>

struct options {
    char name[16];
    unsigned char flags[8];
    int level;
};

static void raise_all(struct options *options)
{
    memset(options->flags, 1, sizeof options->flags);
}

int main(int argc, char **argv)
{
    struct options options;
    int rank, level = 4;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    memset(&options, 0, sizeof options);
    if (rank == 1)
        raise_all(&options);
    if (options.flags[3])
        MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
    if (rank == 2)
        memset(&level, 0, sizeof level);
    while (level > 0) {
        MPI_Bcast(&options.level, 1, MPI_INT, 0, MPI_COMM_WORLD); //~ collective_divergence
        level--;
    }
    MPI_Finalize();
    return 0;
}
