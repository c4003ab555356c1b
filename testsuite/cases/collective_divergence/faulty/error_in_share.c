// Only rank 0 makes the setting, and leaves if that fails.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, value = 3;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        if (setenv("NOT=A NAME", "on", 1) != 0)
            return 2;
    }
    MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD); //~ collective_divergence
    MPI_Finalize();
    return 0;
}
