// What was reduced is not copied back: each rank goes on with its own.
#include <mpi.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    int rank, n = 8, rounds = 0;
    double own[8], all[8];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int k = 0; k < 5; k++) {
        for (int i = 0; i < n; i++)
            own[i] = rank * k;
        MPI_Allreduce(own, all, n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        if (own[0] > 5)
            break;
        MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
        rounds++;
    }
    if (rank == 0)
        printf("%d\n", rounds > 0);
    MPI_Finalize();
    return 0;
}
