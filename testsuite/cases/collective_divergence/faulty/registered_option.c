// Options are registered with where they are kept, and set by their names: on the root alone.
//@ static: none
#include <mpi.h>
#include <stdio.h>
#include <string.h>

struct option {
    const char *name;
    int *value;
};

static struct option options[8];
static int count;

static void add(const char *name, int *value)
{
    struct option one = {name, value};
    options[count++] = one;
}

static void set(const char *name, int value)
{
    for (int i = 0; i < count; i++)
        if (strcmp(options[i].name, name) == 0)
            *options[i].value = value;
}

int main(int argc, char **argv)
{
    int rank, steps = 2, width = 8;
    double own, all = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    add("steps", &steps);
    add("width", &width);
    if (rank == 0)
        set("steps", 3);
    for (int step = 0; step < steps; step++) {
        own = width + step;
        MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    if (rank == 0)
        printf("%g\n", all);
    MPI_Finalize();
    return 0;
}
