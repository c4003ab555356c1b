// The error path returns. It had better abort.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int die(MPI_Comm comm, const char *why)
{
    fprintf(stderr, "error: %s\n", why);
    (void)comm;
    return -1;
}

static int load(int rank)
{
    if (rank == 1)
        return die(MPI_COMM_WORLD, "no data");
    return 0;
}

int main(int argc, char **argv)
{
    int rank, loaded, all;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    loaded = load(rank);
    if (loaded < 0) {
        MPI_Finalize();
        return 1;
    }
    MPI_Allreduce(&loaded, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); //~ collective_divergence
    MPI_Finalize();
    return 0;
}
