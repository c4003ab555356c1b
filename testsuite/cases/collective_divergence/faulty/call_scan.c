// Numbers of cells up to this rank: three kinds of ranks, one of them does something else.
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size;
    int cells = 4, upto = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    cells += size;
    switch (rank % 3) {
    case 0:
        MPI_Scan(&cells, &upto, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); //~ collective_divergence
        break;
    case 1:
        MPI_Scan(&cells, &upto, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        break;
    default:
        MPI_Barrier(MPI_COMM_WORLD);
        break;
    }
    MPI_Finalize();
    return 0;
}
