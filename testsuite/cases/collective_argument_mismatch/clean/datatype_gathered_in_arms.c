// Rank 2 sends its numbers by a call of its own, of the type that the root takes.
#include <mpi.h>

int main(int argc, char **argv)
{
    int values[64] = {0}, rank;
    int own = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank != 2)
        MPI_Gather(&rank, 1, MPI_INT, values, 1, MPI_INT, 0, MPI_COMM_WORLD);
    else
        MPI_Gather(&own, 1, MPI_INT, values, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
