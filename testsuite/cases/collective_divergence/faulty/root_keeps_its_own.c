// The root keeps its numbers, the others take another one out of what was sent.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct model {
    int steps, sweeps;
};

/* Taken out of numbers by who is told to be another rank. */
static void share_numbers(struct model *model, MPI_Comm comm, int rank)
{
    int numbers[2];
    if (rank == 0) {
        numbers[0] = model->steps;
        numbers[1] = model->sweeps;
    }
    MPI_Bcast(numbers, 2, MPI_INT, 0, comm);
    if (rank != 0) {
        model->steps = numbers[1];
        model->sweeps = numbers[1];
    }
}

/* All read the text, the root too. */
static void share_text(int *levels, MPI_Comm comm, int rank)
{
    char line[80] = "";
    int length;
    if (rank == 0)
        snprintf(line, sizeof line, "%d", *levels);
    length = (int)strlen(line) + 1;
    MPI_Bcast(&length, 1, MPI_INT, 0, comm);
    MPI_Bcast(line, length, MPI_CHAR, 0, comm);
    if (sscanf(line, "%d", levels) != 1)
        MPI_Abort(comm, 1);
}

int main(int argc, char **argv)
{
    struct model model = {0, 1};
    int rank, levels = 0, rounds, buffer, position = 0, order = 6;
    char packed[64];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        model.steps = 3 + argc;
        levels = argc;
        if (argc > 1)
            order = atoi(argv[1]);
        MPI_Pack(&order, 1, MPI_INT, packed, sizeof packed, &position, MPI_COMM_WORLD);
    }
    share_numbers(&model, MPI_COMM_WORLD, rank);
    for (int i = 0; i < model.steps; i++)
        MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
    share_text(&levels, MPI_COMM_WORLD, rank);
    for (int i = 0; i < levels; i++)
        MPI_Barrier(MPI_COMM_WORLD);
    rounds = rank == 0 ? 1 + argc : 0;
    buffer = rounds;
    MPI_Bcast(&buffer, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (rank > 0)
        rounds = buffer;
    for (int i = 0; i < rounds; i++)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Bcast(&position, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(packed, position, MPI_PACKED, 0, MPI_COMM_WORLD);
    if (rank != 0) {
        int at = 0;
        MPI_Unpack(packed, position, &at, &order, 1, MPI_INT, MPI_COMM_WORLD);
    }
    for (int i = 0; i < order; i++)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
