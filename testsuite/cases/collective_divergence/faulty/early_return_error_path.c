// The root cannot open its input and leaves; nobody tells the others.
//@ says: ranks 1, 2
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
    if (rank == 0 && read_size("does-not-exist.txt", &n) != 0) {
        fprintf(stderr, "cannot read the input\n");
        MPI_Finalize();
        return EXIT_FAILURE;
    }
    MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD); //~ collective_divergence
    MPI_Finalize();
    return 0;
}
