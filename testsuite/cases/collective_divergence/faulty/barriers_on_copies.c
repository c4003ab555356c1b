// Odd and even ranks make two barriers in different orders, each on a communicator of its own: each waits
// in the one that the other has not come to.
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank;
    MPI_Comm first, second;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &first);
    MPI_Comm_dup(MPI_COMM_WORLD, &second);
    if (rank % 2) {
        MPI_Barrier(first); //~ collective_divergence
        MPI_Barrier(second);
    } else {
        MPI_Barrier(second);
        MPI_Barrier(first);
    }
    MPI_Comm_free(&first);
    MPI_Comm_free(&second);
    MPI_Finalize();
    return 0;
}
