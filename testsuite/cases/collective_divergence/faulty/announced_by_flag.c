// The root looks for an option and tells whether it has found it, but keeps it to itself.
//@ args: -steps 5
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int find_option(MPI_Comm comm, int argc, char **argv, const char *name, int *value)
{
    int rank, found = 0;
    MPI_Comm_rank(comm, &rank);
    if (rank == 0)
        for (int i = 1; i + 1 < argc; i++)
            if (strcmp(argv[i], name) == 0) {
                *value = atoi(argv[i + 1]);
                found = 1;
            }
    MPI_Bcast(&found, 1, MPI_INT, 0, comm);
    return 0;
}

int main(int argc, char **argv)
{
    int rank, steps = 3, cells = 100;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (find_option(MPI_COMM_WORLD, argc, argv, "-cells", &cells) != 0)
        return 1;
    if (find_option(MPI_COMM_WORLD, argc, argv, "-steps", &steps) != 0)
        return 1;
    for (int i = 0; i < steps && cells > 0; i++)
        MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
