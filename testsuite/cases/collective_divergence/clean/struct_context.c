// Rank, size and communicator travel in a structure behind a pointer.
#include <mpi.h>
#include <stdlib.h>

typedef struct context {
    int rank;
    int size;
    MPI_Comm comm;
} context;

static context *context_new(MPI_Comm comm)
{
    context *c = malloc(sizeof *c);
    if (c == NULL)
        MPI_Abort(comm, 1);
    c->comm = comm;
    MPI_Comm_rank(comm, &c->rank);
    MPI_Comm_size(comm, &c->size);
    return c;
}

static void phase(const context *c)
{
    if (c->size > 1)
        MPI_Barrier(c->comm);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    context *c = context_new(MPI_COMM_WORLD);
    phase(c);
    free(c);
    MPI_Finalize();
    return 0;
}
