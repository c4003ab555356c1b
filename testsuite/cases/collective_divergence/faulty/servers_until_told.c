// Nobody tells the servers to stop: they wait for another request while rank 0 is done.
#include <mpi.h>
#include <stdio.h>

enum { WORK = 1, STOP = 2 };

static int start(int rank)
{
    if (rank == 0)
        return 0;
    for (;;) {
        int request = 0;
        MPI_Bcast(&request, 1, MPI_INT, 0, MPI_COMM_WORLD); //~ collective_divergence
        if (request == STOP)
            return 1;
        printf("rank %d works\n", rank);
    }
}

static void ask(int request)
{
    MPI_Bcast(&request, 1, MPI_INT, 0, MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (start(rank) == 0) {
        for (int i = 0; i < argc; i++)
            ask(WORK);
    }
    MPI_Finalize();
    return 0;
}
