// A phase of the program: everybody's offset for everybody. It is left early by one rank.
#include <mpi.h>

static int phase(MPI_Comm comm, int rank, int size)
{
    long offset = 0, offsets[8];
    MPI_Request request;
    if (size > 1000)
        return -1;
    offset = 100L * rank;
    MPI_Iallgather(&offset, 1, MPI_LONG, offsets, 1, MPI_LONG, comm, &request);
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
