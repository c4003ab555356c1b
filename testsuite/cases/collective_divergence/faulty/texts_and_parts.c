// What copies, texts and parts of arrays hold differs from rank to rank.
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
    char name[32];
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < 4; i++) {
        zones[i].cells = i * size;
        zones[i].kind = i % 2 + rank;
    }
    struct zone zone = zones[size % 4];
    if (zone.kind)
        MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
    snprintf(name, sizeof name, "zone%d", rank);
    if (strcmp(name, "zone1") != 0)
        MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
    int *counts = calloc(4, sizeof *counts);
    counts[2] = rank;
    counts = realloc(counts, 100 * sizeof *counts);
    if (counts[2] > 1)
        MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
    free(counts);
    MPI_Finalize();
    return 0;
}
