// The non-blocking form of duplication.
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm copy = MPI_COMM_NULL;
    MPI_Request request;
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank != 2) {
        MPI_Comm_idup(MPI_COMM_WORLD, &copy, &request); //~ collective_divergence
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    if (copy != MPI_COMM_NULL)
        MPI_Comm_free(&copy);
    MPI_Finalize();
    return 0;
}
