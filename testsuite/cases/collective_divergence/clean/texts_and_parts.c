// What copies, texts and parts of arrays hold is the same on all ranks.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct zone {
    int cells, kind;
};

int main(int argc, char **argv)
{
    struct zone zones[4];
    char name[32], *copy;
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < 4; i++) {
        zones[i].cells = i * size;
        zones[i].kind = i % 2;
    }
    struct zone zone = zones[size % 4];
    if (zone.kind)
        MPI_Barrier(MPI_COMM_WORLD);
    snprintf(name, sizeof name, "zone%d", size);
    if (strcmp(name, "zone1") != 0)
        MPI_Barrier(MPI_COMM_WORLD);
    copy = strdup(name);
    if (copy[0] == 'z')
        MPI_Barrier(MPI_COMM_WORLD);
    int *counts = calloc(4, sizeof *counts);
    counts[2] = size;
    counts = realloc(counts, 100 * sizeof *counts);
    if (counts[2] > 1)
        MPI_Barrier(MPI_COMM_WORLD);
    free(counts);
    free(copy);
    MPI_Finalize();
    return 0;
}
