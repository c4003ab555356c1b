/* The first rank stands alone on its side of the bridges, and makes one less than the others. */
//@ ranks: 4
//@ static: none
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, bridges = 0;
    MPI_Comm side, bridge;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank > 0, rank, &side);
    int rounds = rank ? 4 : 3;
    for (int round = 0; round < rounds; round++) {
        MPI_Intercomm_create(rank ? side : MPI_COMM_SELF, 0, MPI_COMM_WORLD, rank ? 0 : 1, round, &bridge);
        MPI_Comm_free(&bridge);
        bridges++;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    printf("%d: %d bridges\n", rank, bridges);
    MPI_Comm_free(&side);
    MPI_Finalize();
    return 0;
}
