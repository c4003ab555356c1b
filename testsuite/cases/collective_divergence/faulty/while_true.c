// The only way out is a return on one rank.
#include <mpi.h>

static int serve(int rank)
{
    int command = 0;
    for (;;) {
        command++;
        if (command == 3 && rank == 0)
            return command;
        MPI_Bcast(&command, 1, MPI_INT, 0, MPI_COMM_WORLD); //~ collective_divergence
    }
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    serve(rank);
    MPI_Finalize();
    return 0;
}
