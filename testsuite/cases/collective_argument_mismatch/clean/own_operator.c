// An operator of the user's own is a different handle on every rank.
#include <mpi.h>
#include <stdio.h>

static void longest(void *in, void *inout, int *count, MPI_Datatype *type)
{
    (void)type;
    for (int i = 0; i < *count; i++)
        if (((int *)in)[i] > ((int *)inout)[i])
            ((int *)inout)[i] = ((int *)in)[i];
}

int main(int argc, char **argv)
{
    MPI_Op op, unused;
    int rank, result = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_Op_create(longest, 0, &unused);
    MPI_Op_create(longest, 1, &op);
    MPI_Allreduce(&rank, &result, 1, MPI_INT, op, MPI_COMM_WORLD);
    MPI_Op_free(&op);
    if (rank == 0)
        MPI_Op_free(&unused);
    printf("%d\n", result);
    MPI_Finalize();
    return 0;
}
