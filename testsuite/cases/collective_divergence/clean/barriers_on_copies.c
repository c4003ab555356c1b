// Odd and even ranks begin two barriers in different orders, each on a communicator of its own: that is
// allowed, as neither call waits.
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank;
    MPI_Comm first, second;
    MPI_Request requests[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &first);
    MPI_Comm_dup(MPI_COMM_WORLD, &second);
    if (rank % 2) {
        MPI_Ibarrier(first, &requests[0]);
        MPI_Ibarrier(second, &requests[1]);
    } else {
        MPI_Ibarrier(second, &requests[1]);
        MPI_Ibarrier(first, &requests[0]);
    }
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Comm_free(&first);
    MPI_Comm_free(&second);
    MPI_Finalize();
    return 0;
}
