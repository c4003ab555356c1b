// Nobody knows who will send to it: each rank takes what comes until all messages of all ranks have arrived,
// which a barrier tells that each rank begins in its own time. The last rank has nothing to send and stays away.
#include <mpi.h>
#include <stdio.h>

static int exchange(int rank, int size, MPI_Comm comm)
{
    int to = (rank + 1) % (size - 1), received = 0, value, here, begun = 0, done = 0;
    MPI_Request sent, all_sent;
    if (rank == size - 1)
        return 0;
    MPI_Issend(&rank, 1, MPI_INT, to, 3, comm, &sent);
    while (!done) {
        MPI_Iprobe(MPI_ANY_SOURCE, 3, comm, &here, MPI_STATUS_IGNORE);
        if (here) {
            MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 3, comm, MPI_STATUS_IGNORE);
            received += value;
        }
        if (begun) {
            MPI_Test(&all_sent, &done, MPI_STATUS_IGNORE);
        } else {
            MPI_Test(&sent, &here, MPI_STATUS_IGNORE);
            if (here) {
                MPI_Ibarrier(comm, &all_sent); //~ collective_divergence
                begun = 1;
            }
        }
    }
    return received;
}

int main(int argc, char **argv)
{
    int rank, size, received, sum;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    received = exchange(rank, size, MPI_COMM_WORLD);
    MPI_Allreduce(&received, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d\n", sum);
    MPI_Finalize();
    return 0;
}
