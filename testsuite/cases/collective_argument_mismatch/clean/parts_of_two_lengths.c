/* The root receives as many samples of each rank as the ranks send. */
//@ args: 3
//@ check: nothing
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, ranks;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int each = argc > 1 ? atoi(argv[1]) : 3;
    double *mine = calloc((size_t)each, sizeof *mine), *all = NULL;
    if (rank == 0)
        all = calloc((size_t)each * (size_t)ranks, sizeof *all);
    for (int i = 0; i < each; i++)
        mine[i] = rank;
    MPI_Gather(mine, each, MPI_DOUBLE, all, each, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%g\n", all[each * ranks - 1]);
    free(mine);
    free(all);
    MPI_Finalize();
    return 0;
}
