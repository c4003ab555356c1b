// Ranks come to the disk one after the other: each sets what it needs when it is its turn, and all have the same
// in the end.
#include <mpi.h>
#include <stdio.h>

struct settings {
    int steps;
    int output;
};

static struct settings settings;

static void take_settings(int rank, int turn, int count)
{
    if (turn != rank)
        return;
    settings.steps += 2 * count;
    settings.output = 1;
}

int main(int argc, char **argv)
{
    int rank, size, ready = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int turn = 0; turn < size; turn++) {
        take_settings(rank, turn, argc);
        if (rank == turn)
            ready = 1;
        MPI_Barrier(MPI_COMM_WORLD);
    }
    double sum = rank, all = 0.0;
    if (ready)
        MPI_Allreduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    for (int step = 0; step < settings.steps; step++)
        MPI_Allreduce(MPI_IN_PLACE, &all, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    if (settings.output)
        MPI_Reduce(&all, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%g\n", all);
    MPI_Finalize();
    return 0;
}
