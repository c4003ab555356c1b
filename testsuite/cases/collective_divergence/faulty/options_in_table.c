// Options are set through a table of their addresses; one of them to the rank.
//@ static: none
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int steps = 2, output, balance;

static const struct {
    const char *name;
    int *value;
} options[] = {
    {"steps", &steps},
    {"output", &output},
    {"balance", &balance},
};

static void __attribute__((noinline)) set(int which, int value)
{
    *options[which].value = value;
}

int main(int argc, char **argv)
{
    int rank, given = argc > 1 ? atoi(argv[1]) : 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 3; i++)
        set(i, i + given);
    set(given, rank);
    for (int i = 0; i < steps; i++)
        if (output)
            MPI_Barrier(MPI_COMM_WORLD);
    printf("%s %d on rank %d\n", options[2].name, balance, rank);
    MPI_Finalize();
    return 0;
}
