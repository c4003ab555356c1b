//@ ranks: 4
// A program for four ranks, which says so; the last of them does not come.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, sum = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size != 4)
        printf("this is made for four ranks\n");
    if (rank == 0) {
        puts("the first rank");
        MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); //~ collective_divergence
    } else if (rank == 1 || rank == 2) {
        MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); //~ collective_divergence
    } else if (rank == 3) {
        puts("the last rank");
    }
    MPI_Finalize();
    return 0;
}
