// How many settings a rank makes depends on its rank; whether one fails does not.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, value = 3;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < rank; i++) {
        char name[32];

        snprintf(name, sizeof name, "SETTING_%d", i);
        if (setenv(name, "on", 1) != 0)
            return 2;
    }
    MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
