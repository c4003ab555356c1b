// A phase of the program: a vote. It is left early by one rank.
#include <mpi.h>

static int phase(MPI_Comm comm, int rank, int size)
{
    int votes[2] = { 1, 0 }, result[2];
    if (size > 1000)
        return -1;
    (void)rank;
    votes[1] = size;
    MPI_Allreduce(votes, result, 2, MPI_INT, MPI_LAND, comm);
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
