// The root copies the name and hands it out to nobody.
//@ args: -d results -r run.0001
#include <mpi.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    char *directory = NULL, *restart = NULL, name[64] = "";
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 1; i + 1 < argc; i++) {
        if (strcmp(argv[i], "-d") == 0)
            directory = argv[++i];
        else if (strcmp(argv[i], "-r") == 0)
            restart = argv[++i];
    }
    if (restart != NULL) {
        if (rank == 0)
            strcpy(name, restart);
        (void)name;
    }
    if (directory != NULL && name[0] != '\0') {
        if (rank == 0)
            printf("%s: %s\n", directory, name);
        MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
    }
    MPI_Finalize();
    return 0;
}
