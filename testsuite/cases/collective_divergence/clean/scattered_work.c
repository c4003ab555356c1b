// Each rank gets its own count of packets.
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, *counts = NULL, packets = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0) {
        counts = malloc(size * sizeof *counts);
        for (int i = 0; i < size; i++)
            counts[i] = i + 1;
    }
    MPI_Scatter(counts, 1, MPI_INT, &packets, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Allreduce(MPI_IN_PLACE, &packets, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    while (packets-- > 0) {
        int mine = packets, sum;
        MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    }
    free(counts);
    MPI_Finalize();
    return 0;
}
