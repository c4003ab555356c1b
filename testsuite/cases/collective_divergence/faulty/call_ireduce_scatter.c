// A phase of the program: how many messages each rank will get. It is left early by one rank.
#include <mpi.h>

static int phase(MPI_Comm comm, int rank, int size)
{
    int flags[8] = { 0 }, incoming = 0, ones[8];
    MPI_Request request;
    if (rank == size - 1)
        return -1;
    for (int i = 0; i < size; i++)
        ones[i] = 1;
    MPI_Ireduce_scatter(flags, &incoming, ones, MPI_INT, MPI_SUM, comm, &request); //~ collective_divergence
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    return 0;
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int status = phase(MPI_COMM_WORLD, rank, size);
    MPI_Finalize();
    return status > 0;
}
