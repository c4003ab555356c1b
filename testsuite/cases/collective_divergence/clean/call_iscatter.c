// In each round: two numbers for each rank.
#include <mpi.h>

#define ROUNDS 3

int main(int argc, char *argv[])
{
    int rank, size, round;
    float parts[16] = { 0 }, part[2];
    MPI_Request request = MPI_REQUEST_NULL;

    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    parts[0] = 1.0f;
    for (round = 0; round < ROUNDS; ++round) {
        MPI_Iscatter(parts, 2, MPI_FLOAT, part, 2, MPI_FLOAT, 0, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }

    MPI_Finalize();
    return 0;
}
