// In each round: a datatype for every pair.
#include <mpi.h>

#define ROUNDS 3

int main(int argc, char *argv[])
{
    int rank, size, round;
    int give[8] = { 0 }, take[8], ones[8], bytes[8];
    MPI_Datatype types[8];

    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < size; i++) {
        ones[i] = 1;
        bytes[i] = i * (int)sizeof(int);
        types[i] = MPI_INT;
    }
    for (round = rank; round < ROUNDS; ++round) {
        MPI_Alltoallw(give, ones, bytes, types, take, ones, bytes, types, MPI_COMM_WORLD); //~ collective_divergence
    }

    MPI_Finalize();
    return 0;
}
