// Whoever answered first becomes the root - but that is known to the one who asked only.
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Status status;
    int rank, size, offer, root = 1;
    double model[2] = { 0 };
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0) {
        MPI_Recv(&offer, 1, MPI_INT, size - 1, 2, MPI_COMM_WORLD, &status);
        root = status.MPI_SOURCE;
    } else if (rank == size - 1) {
        MPI_Send(&rank, 1, MPI_INT, 0, 2, MPI_COMM_WORLD);
    }
    MPI_Bcast(model, 2, MPI_DOUBLE, root, MPI_COMM_WORLD); //~ collective_argument_mismatch
    MPI_Finalize();
    return 0;
}
