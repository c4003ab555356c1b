// A persistent exchange with the neighbour, started in each step; what it brings decides.
#include <mpi.h>

enum { STEPS = 2 };

int main(int argc, char **argv)
{
    MPI_Request requests[2];
    int rank, size, mine, theirs = -1, most = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Recv_init(&theirs, 1, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Send_init(&mine, 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD, &requests[1]);
    for (int step = 0; step < STEPS; step++) {
        mine = 10 * step + rank;
        MPI_Startall(2, requests);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        if (theirs % 10 == 1)
            MPI_Allreduce(&mine, &most, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD); //~ collective_divergence
    }
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
    MPI_Finalize();
    return 0;
}
