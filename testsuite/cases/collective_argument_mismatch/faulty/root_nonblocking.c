// The same with a non-blocking broadcast.
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, values[2] = { 0, 0 };
    MPI_Request requests[2];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Ibcast(&values[0], 1, MPI_INT, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Ibcast(&values[1], 1, MPI_INT, rank / 2, MPI_COMM_WORLD, &requests[1]); //~ collective_argument_mismatch
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Finalize();
    return 0;
}
