// The rank comes through a pointer to a pointer and an out parameter.
#include <mpi.h>
#include <stdlib.h>

static int query(MPI_Comm comm, int *rank, int *size)
{
    int code = MPI_Comm_rank(comm, rank);
    if (code == MPI_SUCCESS)
        code = MPI_Comm_size(comm, size);
    return code;
}

static void allocate(int **where, int value)
{
    *where = malloc(sizeof **where);
    if (*where == NULL)
        MPI_Abort(MPI_COMM_WORLD, 2);
    **where = value;
}

int main(int argc, char **argv)
{
    int rank, size, *value;
    MPI_Init(&argc, &argv);
    if (query(MPI_COMM_WORLD, &rank, &size) != MPI_SUCCESS)
        MPI_Abort(MPI_COMM_WORLD, 1);
    allocate(&value, rank);
    if (*value > 1)
        MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
    free(value);
    MPI_Finalize();
    return 0;
}
