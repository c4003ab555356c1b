// The root receives as many numbers of each rank as each sends.
//@ ranks: 3
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, mine[4] = {1, 2, 3, 4}, all[256] = {0};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int rows = size > 2 ? 2 : 3;
    MPI_Gather(mine, rows, MPI_INT, all, 2 + (size < 3), MPI_INT, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d\n", all[0]);
    MPI_Finalize();
    return 0;
}
