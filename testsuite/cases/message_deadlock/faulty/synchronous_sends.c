// Each rank hands its part to the next one, synchronously, before it takes what the one before it has.
//@ static: none
//@ says: to receive what it sends with tag 1
//@ check: all
#include <mpi.h>
#include <stdio.h>

#define TAG_PART 1

int main(int argc, char **argv)
{
    int rank, size, value = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int next = (rank + 1) % size, before = (rank + size - 1) % size;
    for (int round = 0; round < 3; round++) {
        MPI_Request request;
        MPI_Irecv(&value, 1, MPI_INT, before, TAG_PART, MPI_COMM_WORLD, &request);
        MPI_Ssend(&rank, 1, MPI_INT, next, TAG_PART, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Ssend(&rank, 1, MPI_INT, next, TAG_PART, MPI_COMM_WORLD);
    MPI_Recv(&value, 1, MPI_INT, before, TAG_PART, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 0)
        printf("%d\n", value);
    MPI_Finalize();
    return 0;
}
