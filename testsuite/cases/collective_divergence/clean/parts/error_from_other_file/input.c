#include <mpi.h>
#include <stdio.h>

int open_input(const char *path, FILE **file);

int open_input(const char *path, FILE **file)
{
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank != 0)
        return 0;
    *file = fopen(path, "r");
    return *file == NULL;
}
