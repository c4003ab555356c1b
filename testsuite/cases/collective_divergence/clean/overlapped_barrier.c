// Consensus by a non-blocking barrier, started by those who are done.
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Request request = MPI_REQUEST_NULL;
    int rank, flag = 0, started = 0, pending;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    pending = rank;
    while (pending > 0)
        pending--;
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    while (!flag)
        MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
    started = flag;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return started > 1;
}
