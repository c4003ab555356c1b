// The root alone looks for the directory, and all but it pass the barrier by.
//@ files: parts/parameters.c
//@ args: -d results
#include <mpi.h>
#include <stddef.h>
#include <stdio.h>

void take_parameters(int argc, char **argv);
char *directory_of(int argc, char **argv);

int main(int argc, char **argv)
{
    char *directory = NULL;
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 1; i + 1 < argc; i++)
        if (argv[i][0] == '-' && argv[i][1] == 'd')
            if (rank == 0)
                directory = directory_of(argc, argv);
    if (rank == 0)
        take_parameters(argc, argv);
    if (directory != NULL && *directory != '\0') {
        if (rank == 0)
            printf("%s\n", directory);
        MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
    }
    MPI_Finalize();
    return 0;
}
