// The root reads its options into variables that a table points at and tells the others.
//@ args: steps 5
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

struct option {
    const char *name;
    int *value;
};

static void set(struct option *options, const char *name, int value)
{
    for (unsigned i = 0; i < 2; i++)
        if (!strcmp(options[i].name, name))
            *options[i].value = value;
}

int main(int argc, char **argv)
{
    int rank, steps = 0, levels = 0;
    struct option options[2] = {{"steps", &steps}, {"levels", &levels}};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        for (int i = 1; i + 1 < argc; i += 2)
            set(options, argv[i], atoi(argv[i + 1]));
    MPI_Bcast(&steps, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(&levels, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (steps > 2)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
