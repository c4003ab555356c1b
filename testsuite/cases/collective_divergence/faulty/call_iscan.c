// Numbers of cells up to this rank, asked for by the ranks that feel like it.
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size;
    int cells = 4, upto = 0;
    MPI_Request request;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    cells += size;
    if (rank != 0) {
        MPI_Iscan(&cells, &upto, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request); //~ collective_divergence
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
