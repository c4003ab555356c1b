// In each round: the total energy at the root.
#include <mpi.h>

#define ROUNDS 3

int main(int argc, char *argv[])
{
    int rank, size, round;
    double energy = 0.5, total = 0.0;
    MPI_Request request = MPI_REQUEST_NULL;

    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    energy *= size;
    for (round = rank; round < ROUNDS; ++round) {
        MPI_Ireduce(&energy, &total, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD, &request); //~ collective_divergence
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }

    MPI_Finalize();
    return 0;
}
