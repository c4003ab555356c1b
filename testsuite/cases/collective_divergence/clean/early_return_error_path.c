// The root cannot open its input and leaves; nobody tells the others.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int read_size(const char *name, int *n)
{
    FILE *file = fopen(name, "r");
    if (file == NULL)
        return -1;
    if (fscanf(file, "%d", n) != 1) {
        fclose(file);
        return -1;
    }
    fclose(file);
    return 0;
}

int main(int argc, char **argv)
{
    int rank, n = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int failed = 0;
    if (rank == 0)
        failed = read_size("does-not-exist.txt", &n);
    MPI_Bcast(&failed, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (failed) {
        MPI_Finalize();
        return EXIT_SUCCESS;
    }
    MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
