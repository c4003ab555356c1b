// Who sent the message decides; only one rank receives.
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, payload = 0, sender = 0;
    MPI_Status status;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int next = (rank + 1) % size, previous = (rank + size - 1) % size;
    MPI_Sendrecv(&rank, 1, MPI_INT, next, 1, &payload, 1, MPI_INT, previous, 1, MPI_COMM_WORLD,
                 &status);
    sender = status.MPI_SOURCE;
    MPI_Bcast(&sender, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (sender == 0)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
