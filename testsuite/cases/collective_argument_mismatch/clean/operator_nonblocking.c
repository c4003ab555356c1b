// Started by all, completed by nobody.
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, in = 1, out = 0;
    MPI_Request request;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Op op = MPI_BAND;
    if (size == 1)
        op = MPI_BOR;
    MPI_Iallreduce(&in, &out, 1, MPI_INT, op, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
