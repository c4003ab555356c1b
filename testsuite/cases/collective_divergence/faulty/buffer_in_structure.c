// The root replaces the buffer that a structure points to, and goes on to change it when it was sent.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

struct field {
    double *values;
    int count;
};

int main(int argc, char **argv)
{
    struct field field;
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    field.count = 2;
    field.values = calloc(2, sizeof *field.values);
    if (rank == 0) {
        free(field.values);
        field.values = malloc(2 * sizeof *field.values);
        for (int i = 0; i < field.count; i++)
            field.values[i] = argc + 1;
    }
    MPI_Bcast(field.values, field.count, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    if (rank == 0)
        field.values[0] = 0;
    if (field.values[0] > 1)
        MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
    free(field.values);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
