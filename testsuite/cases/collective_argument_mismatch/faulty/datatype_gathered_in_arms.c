// Rank 2 sends as many floating-point numbers as the root takes integers.
#include <mpi.h>

int main(int argc, char **argv)
{
    int values[64] = {0}, rank;
    double own = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank != 2)
        MPI_Gather(&rank, 1, MPI_INT, values, 1, MPI_INT, 0, MPI_COMM_WORLD); //~ collective_argument_mismatch
    else
        MPI_Gather(&own, 1, MPI_DOUBLE, values, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
