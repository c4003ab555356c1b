// The command line is the same on all ranks.
//@ args: -n 3 --verbose
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    int rank, steps = 1, verbose = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-n") == 0 && i + 1 < argc)
            steps = atoi(argv[++i]);
        else if (strcmp(argv[i], "--verbose") == 0)
            verbose = 1;
        else {
            if (rank == 0)
                fprintf(stderr, "usage: %s [-n steps] [--verbose]\n", argv[0]);
            MPI_Finalize();
            return 2;
        }
    }
    for (int i = 0; i < steps; i++)
        MPI_Barrier(MPI_COMM_WORLD);
    if (verbose) {
        int sum;
        MPI_Reduce(&rank, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
        if (rank == 0)
            printf("%d\n", sum);
    }
    MPI_Finalize();
    return 0;
}
