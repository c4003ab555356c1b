// Each rank notes what it has done in a table of its own; the first entry is everybody's start.
#include <mpi.h>

enum { STARTED = 1, FINISHED = 2 };

int main(int argc, char **argv)
{
    int state[8] = { 0 }, rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    state[0] = STARTED;
    state[rank] = FINISHED;
    if (state[0] == STARTED)
        MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
    MPI_Finalize();
    return 0;
}
