// Giving a communicator back is collective; both implementations let one rank do it alone, so
// nothing waits when it runs.
//@ run: none
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm copy;
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    MPI_Comm_rank(copy, &rank);
    if (rank == 0)
        MPI_Comm_free(&copy); //~ collective_divergence
    MPI_Finalize();
    return 0;
}
