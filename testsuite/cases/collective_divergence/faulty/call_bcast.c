// A table from the root: three kinds of ranks, one of them does something else.
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size;
    double table[8] = { 0 };
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    table[0] = 1.5;
    switch (rank % 3) {
    case 0:
        MPI_Bcast(table, 8, MPI_DOUBLE, 0, MPI_COMM_WORLD); //~ collective_divergence
        break;
    case 1:
        MPI_Bcast(table, 8, MPI_DOUBLE, 0, MPI_COMM_WORLD);
        break;
    default:
        MPI_Barrier(MPI_COMM_WORLD);
        break;
    }
    MPI_Finalize();
    return 0;
}
