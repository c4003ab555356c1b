// Two buffers change places in a helper: what was local is read where the shared one was.
//@ static: none
#include <mpi.h>
#include <stdlib.h>

static void exchange(int **one, int **other)
{
    int *kept = *one;
    *one = *other;
    *other = kept;
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int *local = malloc(sizeof(int)), *shared = malloc(sizeof(int));
    local[0] = rank;
    shared[0] = size;
    exchange(&local, &shared);
    if (shared[0] > 0)
        MPI_Barrier(MPI_COMM_WORLD);
    free(local);
    free(shared);
    MPI_Finalize();
    return 0;
}
