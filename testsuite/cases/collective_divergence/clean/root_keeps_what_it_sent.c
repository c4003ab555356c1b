// The root keeps what it has read or set, the others take it out of the buffer: all have the same.
//@ args: 3
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct table {
    int rows, *kinds;
    char *name;
};

static void make(struct table *table, int rows)
{
    table->rows = rows;
    table->kinds = calloc(rows, sizeof *table->kinds);
    table->name = malloc(8);
    strcpy(table->name, "sum");
    table->kinds[0] = 1;
}

static void share(struct table *table, int rank)
{
    int length = rank == 0 ? (int)strlen(table->name) + 1 : 0;
    MPI_Bcast(&table->rows, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(&length, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (rank != 0) {
        table->kinds = malloc(table->rows * sizeof *table->kinds);
        table->name = malloc(length);
    }
    MPI_Bcast(table->kinds, table->rows, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(table->name, length, MPI_CHAR, 0, MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    struct table table;
    int rank, steps = 0, levels = 0, buffer = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        buffer = steps = 3;
    MPI_Bcast(&buffer, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (rank != 0)
        steps = buffer;
    for (int i = 0; i < steps; i++)
        MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        buffer = levels = atoi(argv[1]);
    MPI_Bcast(&buffer, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (rank != 0)
        levels = buffer;
    if (levels > 2)
        MPI_Barrier(MPI_COMM_WORLD);
    int numbers[3], verbose = 0, rounds = 0;
    if (rank == 0) {
        verbose = argc > 1;
        rounds = atoi(argv[1]) - 1;
        numbers[0] = 7;
        numbers[1] = verbose;
        numbers[2] = rounds;
    }
    MPI_Bcast(numbers, 3, MPI_INT, 0, MPI_COMM_WORLD);
    if (rank != 0) {
        verbose = numbers[1];
        rounds = numbers[2];
    }
    if (verbose)
        MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < rounds; i++)
        MPI_Barrier(MPI_COMM_WORLD);
    char packed[32];
    int position = 0, refine = 0;
    if (rank == 0) {
        refine = 1;
        MPI_Pack(&refine, 1, MPI_INT, packed, sizeof packed, &position, MPI_COMM_WORLD);
    }
    MPI_Bcast(packed, sizeof packed, MPI_PACKED, 0, MPI_COMM_WORLD);
    if (rank != 0)
        MPI_Unpack(packed, sizeof packed, &position, &refine, 1, MPI_INT, MPI_COMM_WORLD);
    if (refine)
        MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        make(&table, levels);
    share(&table, rank);
    for (int i = 0; i < table.rows; i++)
        if (table.kinds[i] == 1)
            MPI_Barrier(MPI_COMM_WORLD);
    if (strcmp(table.name, "sum") == 0)
        MPI_Barrier(MPI_COMM_WORLD);
    free(table.kinds);
    free(table.name);
    MPI_Finalize();
    return 0;
}
