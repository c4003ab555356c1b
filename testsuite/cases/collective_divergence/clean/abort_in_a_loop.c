/* Who aborts in the middle of the loop takes the job with it: how often the others go round it does not depend
   on the message. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    static const int lengths[4] = {1, 100, 10000, 0};
    int rank, size, length, bytes = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int round = 0; round < 4; round++) {
        if (rank == 0) {
            length = lengths[round];
            MPI_Send(&length, 1, MPI_INT, size - 1, 1, MPI_COMM_WORLD);
        } else if (rank == size - 1) {
            MPI_Recv(&length, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            if (length > 0) {
                char *block = malloc(length);
                if (block == NULL) {
                    fprintf(stderr, "cannot allocate %d bytes\n", length);
                    MPI_Abort(MPI_COMM_WORLD, 1);
                }
                block[0] = (char)round;
                bytes += length + block[0];
                free(block);
            }
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
    if (rank == size - 1)
        printf("%d\n", bytes);
    MPI_Finalize();
    return 0;
}
