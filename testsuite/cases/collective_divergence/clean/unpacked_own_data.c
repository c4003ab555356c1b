// What all ranks pack alike they unpack alike, and who was sent the buffer unpacks what the root packed.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    char buffer[64];
    int rank, size, position = 0, number, level, sum = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    number = size % 2;
    MPI_Pack(&number, 1, MPI_INT, buffer, sizeof buffer, &position, MPI_COMM_WORLD);
    position = 0;
    MPI_Unpack(buffer, sizeof buffer, &position, &level, 1, MPI_INT, MPI_COMM_WORLD);
    if (level > 0)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Reduce_local(&number, &sum, 1, MPI_INT, MPI_SUM);
    if (sum > 1)
        MPI_Barrier(MPI_COMM_WORLD);
    number = rank;
    position = 0;
    MPI_Pack(&number, 1, MPI_INT, buffer, sizeof buffer, &position, MPI_COMM_WORLD);
    MPI_Bcast(buffer, sizeof buffer, MPI_PACKED, 0, MPI_COMM_WORLD);
    position = 0;
    MPI_Unpack(buffer, sizeof buffer, &position, &level, 1, MPI_INT, MPI_COMM_WORLD);
    if (level > 0)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
