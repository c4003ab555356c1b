// A table of names: the root has made its own otherwise than the others, but all were broadcast.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LENGTH 16

int main(int argc, char **argv)
{
    static const char *known[] = {"density", "velocity"};
    char *names[2];
    int rank, found = 0;
    double own, all = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 2; i++) {
        names[i] = calloc(LENGTH, 1);
        if (rank == 0) {
            free(names[i]);
            names[i] = realloc(strdup(argc > i + 1 ? argv[i + 1] : known[i]), LENGTH);
        }
        MPI_Bcast(names[i], LENGTH, MPI_CHAR, 0, MPI_COMM_WORLD);
    }
    own = rank;
    for (int i = 0; i < 2; i++)
        if (strcmp(names[i], "density") == 0) {
            MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
            found++;
        }
    if (rank == 0)
        printf("%d %g\n", found, all);
    for (int i = 0; i < 2; i++)
        free(names[i]);
    MPI_Finalize();
    return 0;
}
