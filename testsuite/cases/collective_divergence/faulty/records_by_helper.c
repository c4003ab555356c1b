// The root has a table of named records; a helper hands it to all, in memory of their own. Each rank names its first
// record anew before all walk through the names.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    int cells;
    char name[16];
} Region;

static Region *share(Region *regions, int *count, int root)
{
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Bcast(count, 1, MPI_INT, root, MPI_COMM_WORLD);
    if (rank != root)
        regions = malloc(*count * sizeof *regions);
    MPI_Bcast(regions, *count * (int)sizeof *regions, MPI_BYTE, root, MPI_COMM_WORLD);
    return regions;
}

int main(int argc, char **argv)
{
    int rank, count = 0, total = 0;
    Region *own = NULL;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        count = 3;
        own = calloc(count, sizeof *own);
        for (int i = 0; i < count; i++) {
            own[i].cells = 10 * (i + 1);
            strcpy(own[i].name, i == 1 ? "wall" : "fluid");
        }
    }
    Region *regions = share(own, &count, 0);
    sprintf(regions[0].name, rank == 0 ? "fluid" : "ghost %d", rank);
    for (int i = 0; i < count; i++)
        if (strcmp(regions[i].name, "fluid") == 0) {
            int sum;
            MPI_Allreduce(&regions[i].cells, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); //~ collective_divergence
            total += sum;
        }
    if (rank == 0)
        printf("%d\n", total);
    free(regions);
    MPI_Finalize();
    return 0;
}
