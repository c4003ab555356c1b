// Only the root has the object, and only the root uses it. Which rank that is the user says.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

struct generator {
    int seed;
};

static struct generator *make(void)
{
    struct generator *made = malloc(sizeof *made);
    if (made == NULL)
        abort();
    made->seed = 1;
    return made;
}

static void dispose(struct generator *generator)
{
    if (generator == NULL) {
        fprintf(stderr, "there is no generator\n");
        exit(1);
    }
    free(generator);
}

int main(int argc, char **argv)
{
    int rank, root = argc > 1 ? atoi(argv[1]) : 1;
    struct generator *generator = NULL;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == root)
        generator = make();
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == root)
        dispose(generator);
    MPI_Finalize();
    return 0;
}
