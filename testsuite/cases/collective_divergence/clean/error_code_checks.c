// The codes MPI returns are checked everywhere; all of them are MPI_SUCCESS or the job ends.
#include <mpi.h>
#include <stdio.h>

static int prepare(int rank)
{
    return rank == -2 ? 17 : MPI_SUCCESS;
}

int main(int argc, char **argv)
{
    int err, rank, value = 0;
    err = MPI_Init(&argc, &argv);
    if (err != MPI_SUCCESS)
        return 1;
    err = MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (err != MPI_SUCCESS)
        return 1;
    err = prepare(rank);
    if (err != MPI_SUCCESS) {
        fprintf(stderr, "cannot prepare\n");
        return 1;
    }
    err = MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (err != MPI_SUCCESS)
        return 1;
    err = MPI_Finalize();
    return err != MPI_SUCCESS;
}
