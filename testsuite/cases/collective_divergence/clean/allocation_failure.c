// Memory may run out on one rank, but nothing in the file says that it does.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, n = 1000;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    double *field = malloc(n * sizeof *field);
    if (field == NULL) {
        fprintf(stderr, "rank %d: out of memory\n", rank);
        return EXIT_FAILURE;
    }
    double *all = calloc(n, sizeof *all);
    if (!all) {
        free(field);
        return EXIT_FAILURE;
    }
    for (int i = 0; i < n; i++)
        field[i] = rank;
    MPI_Allreduce(field, all, n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    free(all);
    free(field);
    MPI_Finalize();
    return 0;
}
