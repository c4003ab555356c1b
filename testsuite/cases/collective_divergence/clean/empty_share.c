/* A rank that gets no keys takes part in the scan like the others; memory that runs out ends the job. */
#include <mpi.h>
#include <stdlib.h>

static int generate(long **keys, long total, MPI_Comm comm)
{
    int rank, size;
    long count, first = 0, i;

    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    count = total / size + (rank < total % size ? 1 : 0);
    MPI_Exscan(&count, &first, 1, MPI_LONG, MPI_SUM, comm);
    if (rank == 0)
        first = 0;
    *keys = malloc((size_t)(count + 1) * sizeof(**keys));
    if (!*keys)
        return -1;
    for (i = 0; i < count; i++)
        (*keys)[i] = first + i;
    return 0;
}

int main(int argc, char **argv)
{
    long *keys = NULL;

    MPI_Init(&argc, &argv);
    if (generate(&keys, 2, MPI_COMM_WORLD) != 0)
        MPI_Abort(MPI_COMM_WORLD, 2);
    free(keys);
    MPI_Finalize();
    return 0;
}
