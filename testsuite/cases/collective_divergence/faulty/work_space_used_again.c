// The work space still holds what each rank has counted by itself where all of them decide by it.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

struct bin {
    long count;
    int level;
};

static struct bin *bins;
static int used;

static void count_own(int rank, int size)
{
    used = 0;
    for (int i = 0; i < 4 * size; i++) {
        bins[used].count = (rank + i) % 7;
        bins[used].level = rank;
        used++;
    }
}

static void take_over(const long *all, int count)
{
    used = 0;
    for (int i = 0; i < count; i++) {
        bins[used].count = all[i];
        bins[used].level = 0;
        used++;
    }
}

static int deepest(void)
{
    int level = 0;
    for (int i = 0; i < used; i++)
        if (bins[i].level > level)
            level = bins[i].level;
    return level;
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    bins = malloc(4 * size * sizeof *bins);
    long *own = malloc(4 * size * sizeof *own), *all = malloc(4 * size * sizeof *all);
    count_own(rank, size);
    for (int i = 0; i < used; i++)
        own[i] = bins[i].count;
    MPI_Allreduce(own, all, 4 * size, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    if (deepest() > 0)
        MPI_Allreduce(own, all, 4 * size, MPI_LONG, MPI_MAX, MPI_COMM_WORLD); //~ collective_divergence
    take_over(all, 4 * size);
    if (rank == 0)
        printf("%d bins, the first has %ld\n", used, bins[0].count);
    free(all);
    free(own);
    free(bins);
    MPI_Finalize();
    return 0;
}
