// All ranks but one serve within a function of their own until they are told to stop: what it answers goes with its way.
#include <mpi.h>
#include <stdio.h>

enum { WORK = 1, STOP = 2 };

static int start(int rank)
{
    if (rank == 0)
        return 0;
    for (;;) {
        int request = 0;
        MPI_Bcast(&request, 1, MPI_INT, 0, MPI_COMM_WORLD);
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
        ask(STOP);
    }
    MPI_Finalize();
    return 0;
}
