// Sums per cluster are reduced in place, in memory that was filled by each rank; whether centres moved all ranks know.
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, clusters = argc > 1 ? atoi(argv[1]) : 4, step = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    double *sums = malloc(clusters * sizeof *sums), *centres = calloc(clusters, sizeof *centres);
    double moved, all = 0;
    do {
        for (int c = 0; c < clusters; c++)
            sums[c] = 0;
        for (int i = 0; i < 100; i++)
            sums[i % clusters] += 0.001 * rank + 0.5 * centres[i % clusters] / 25;
        MPI_Allreduce(MPI_IN_PLACE, sums, clusters, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        moved = 0;
        for (int c = 0; c < clusters; c++) {
            moved += fabs(sums[c] - centres[c]);
            centres[c] = sums[c];
        }
    } while (moved > 1e-3 && ++step < 5);
    if (rank == 0)
        printf("%d %d\n", step > 0, all >= 0);
    free(sums);
    free(centres);
    MPI_Finalize();
    return 0;
}
