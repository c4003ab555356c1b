// In each round: a line of different length of each rank.
#include <mpi.h>
#include <string.h>

#define ROUNDS 3

int main(int argc, char *argv[])
{
    int rank, size, round;
    char line[16], text[64];
    int lengths[8], offsets[8];

    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < size; i++) {
        lengths[i] = i + 1;
        offsets[i] = 8 * i;
    }
    memset(line, 'a' + rank, sizeof line);
    for (round = rank; round < ROUNDS; ++round) {
        MPI_Gatherv(line, rank + 1, MPI_CHAR, text, lengths, offsets, MPI_CHAR, 0, //~ collective_divergence
            MPI_COMM_WORLD);
    }

    MPI_Finalize();
    return 0;
}
