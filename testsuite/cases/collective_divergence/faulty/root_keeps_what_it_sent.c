// The root goes on with something else than it has sent: with more, and with what it sets afterwards.
//@ args: 3
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    int rank, steps = 0, levels = 0, depth = 0, buffer = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        buffer = (steps = 3) - 1;
    MPI_Bcast(&buffer, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (rank != 0)
        steps = buffer;
    for (int i = 0; i < steps; i++)
        MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
    if (rank == 0)
        buffer = levels = atoi(argv[1]);
    MPI_Bcast(&buffer, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (rank != 0)
        levels = buffer - 1;
    if (levels > 2)
        MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
    if (rank == 0)
        buffer = 2;
    MPI_Bcast(&buffer, 1, MPI_INT, 0, MPI_COMM_WORLD);
    depth = buffer;
    if (rank == 0)
        depth = atoi(argv[1]);
    if (depth == 2)
        MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
    int numbers[3], verbose = 0, rounds = 0;
    if (rank == 0) {
        verbose = argc > 1;
        rounds = atoi(argv[1]) - 1;
        numbers[0] = 7;
        numbers[1] = 0;
        numbers[2] = rounds;
    }
    MPI_Bcast(numbers, 3, MPI_INT, 0, MPI_COMM_WORLD);
    if (rank != 0) {
        verbose = numbers[1];
        rounds = numbers[2];
    }
    if (verbose)
        MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
    if (rank == 0)
        rounds = 1;
    for (int i = 0; i < rounds; i++)
        MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
    MPI_Finalize();
    return 0;
}
