// The root, which the user names, waits for the others unless it is the first rank.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, root = argc > 1 ? atoi(argv[1]) : 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank > 0 && rank == root) {
        printf("rank %d is the root\n", rank);
        MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
    }
    MPI_Finalize();
    return 0;
}
