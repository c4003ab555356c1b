// Polling: whether the messages are all there is asked once, not waited for.
// Whether a message is already there depends on the machine, so the program is not run.
//@ run: none
#include <mpi.h>

enum { PEERS = 2 };

static int all_arrived(MPI_Request *requests)
{
    int flag = 0;
    MPI_Testall(PEERS, requests, &flag, MPI_STATUSES_IGNORE);
    return flag;
}

int main(int argc, char **argv)
{
    MPI_Request requests[PEERS];
    int in[PEERS], rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int left = (rank + size - 1) % size, right = (rank + 1) % size;
    MPI_Irecv(&in[0], 1, MPI_INT, left, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(&in[1], 1, MPI_INT, right, 1, MPI_COMM_WORLD, &requests[1]);
    MPI_Send(&rank, 1, MPI_INT, right, 0, MPI_COMM_WORLD);
    MPI_Send(&rank, 1, MPI_INT, left, 1, MPI_COMM_WORLD);
    while (!all_arrived(requests))
        continue;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Waitall(PEERS, requests, MPI_STATUSES_IGNORE);
    MPI_Finalize();
    return 0;
}
