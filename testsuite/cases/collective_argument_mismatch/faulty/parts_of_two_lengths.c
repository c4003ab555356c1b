/* The root receives as many samples of each rank as its option says, the ranks send as many as theirs. */
//@ args: 3 5
//@ static: none
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
    int wanted = argc > 2 ? atoi(argv[2]) : each;
    double *mine = calloc((size_t)each, sizeof *mine), *all = NULL;
    if (rank == 0)
        all = calloc((size_t)wanted * (size_t)ranks, sizeof *all);
    for (int i = 0; i < each; i++)
        mine[i] = rank;
    MPI_Gather(mine, each, MPI_DOUBLE, all, wanted, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%g\n", all[wanted * ranks - 1]);
    free(mine);
    free(all);
    MPI_Finalize();
    return 0;
}
