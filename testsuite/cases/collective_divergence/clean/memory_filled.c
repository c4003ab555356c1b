// Flags of a structure are set all at once: on all ranks those that decide, on some ranks what decides nothing.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
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

static void forget_name(struct options *options, int rank)
{
    memset(options->name, 'a' + rank, sizeof options->name);
}

int main(int argc, char **argv)
{
    struct options options;
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    memset(&options, 0, sizeof options);
    if (rank == 1)
        forget_name(&options, rank);
    raise_all(&options);
    if (options.flags[3])
        MPI_Barrier(MPI_COMM_WORLD);
    int own = 3 + rank, *work = malloc(own * sizeof *work), level;
    memset(work, 0, own * sizeof *work);
    work[own - 1] = rank;
    memset(&level, 0, sizeof level);
    if (rank == 2)
        printf("%d %s\n", work[own - 1], options.name);
    while (level < size) {
        MPI_Bcast(&options.level, 1, MPI_INT, 0, MPI_COMM_WORLD);
        level++;
    }
    free(work);
    MPI_Finalize();
    return 0;
}
