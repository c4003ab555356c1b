// A token goes round the ring and grows; each rank sees another value of it.
#include <mpi.h>
#include <stdio.h>

static int pass_token(int rank, int size)
{
    MPI_Request request;
    int token = 0, next = (rank + 1) % size, previous = (rank + size - 1) % size;
    if (rank == 0) {
        token = 1;
        MPI_Send(&token, 1, MPI_INT, next, 7, MPI_COMM_WORLD);
    }
    MPI_Irecv(&token, 1, MPI_INT, previous, 7, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (rank != 0) {
        token++;
        MPI_Send(&token, 1, MPI_INT, next, 7, MPI_COMM_WORLD);
    }
    return token;
}

int main(int argc, char **argv)
{
    int rank, size, token, sum = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    token = pass_token(rank, size);
    if (token == size)
        MPI_Reduce(&rank, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD); //~ collective_divergence
    if (rank == 0)
        printf("token %d, sum of ranks %d\n", token, sum);
    MPI_Finalize();
    return 0;
}
