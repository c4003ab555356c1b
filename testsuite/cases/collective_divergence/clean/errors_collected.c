// Each rank makes its share of the settings, and looks only then whether one failed.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, value = 3, failed = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < rank; i++) {
        char name[32];

        snprintf(name, sizeof name, "SETTING_%d", i);
        failed |= setenv(name, "on", 1);
    }
    if (failed)
        return 2;
    MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
