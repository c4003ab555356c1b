// The first rank takes what comes from anybody, whatever it is, and then one more result of the last rank.
#include <mpi.h>
#include <stdio.h>

#define TAG_PART 1
#define TAG_LAST 2

int main(int argc, char **argv)
{
    int rank, size, sum = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0) {
        int value = 0;
        MPI_Request request;
        for (int other = 1; other < size; other++) {
            MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, TAG_PART, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            sum += value;
        }
        for (int other = 1; other < size; other++) {
            MPI_Irecv(&value, 1, MPI_INT, other, MPI_ANY_TAG, MPI_COMM_WORLD, &request);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
            sum += value;
        }
        MPI_Recv(&value, 1, MPI_INT, size - 1, TAG_LAST, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        printf("%d\n", sum + value);
    } else {
        int value = rank;
        MPI_Send(&value, 1, MPI_INT, 0, TAG_PART, MPI_COMM_WORLD);
        MPI_Send(&value, 1, MPI_INT, 0, TAG_LAST, MPI_COMM_WORLD);
        if (rank == size - 1)
            MPI_Send(&value, 1, MPI_INT, 0, TAG_LAST, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
