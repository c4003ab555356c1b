// All ranks come to the same barrier, but the first one sends behind it what the others receive before it.
//@ static: none
//@ ranks: 3
//@ says: MPI_Barrier is not called by all ranks of MPI_COMM_WORLD
//@ says: waits for a message of rank 0 with tag 4 on MPI_COMM_WORLD
#include <mpi.h>

#define TAG_LIMIT 4

static int limit = 100;

static void lead(int size)
{
    MPI_Barrier(MPI_COMM_WORLD);
    for (int other = 1; other < size; other++)
        MPI_Send(&limit, 1, MPI_INT, other, TAG_LIMIT, MPI_COMM_WORLD);
}

static void follow(void)
{
    MPI_Request request;
    MPI_Irecv(&limit, 1, MPI_INT, 0, TAG_LIMIT, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0)
        lead(size);
    else
        follow();
    MPI_Finalize();
    return 0;
}
