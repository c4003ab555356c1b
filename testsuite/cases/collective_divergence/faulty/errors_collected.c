// Rank 0 alone makes a setting, and leaves when it fails.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, value = 3, failed = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        failed |= setenv("NOT=A NAME", "on", 1);
    }
    if (failed)
        return 2;
    MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD); //~ collective_divergence
    MPI_Finalize();
    return 0;
}
