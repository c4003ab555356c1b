/* Ranks refine until one of them has no room left: each asks only for itself. */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, cells = 8;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int is_full = 0, any_is_full = 0, room = 100 * (rank + 1);
    for (int round = 0; round < 12; round++) {
        is_full = 164 > room - rank;
        MPI_Allreduce(&is_full, &any_is_full, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
        if (is_full)
            break;
        cells *= 2;
        MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
    }
    printf("%d: %d\n", rank, cells);
    MPI_Finalize();
    return 0;
}
