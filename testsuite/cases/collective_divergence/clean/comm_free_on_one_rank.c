// Giving a communicator back is collective.
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm copy;
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    MPI_Comm_rank(copy, &rank);
        MPI_Comm_free(&copy);
    MPI_Finalize();
    return 0;
}
