// Figure 5.6, right: the same name is not the same collective on another communicator.
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm com1, com2;
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_dup(MPI_COMM_WORLD, &com1);
    MPI_Comm_dup(MPI_COMM_WORLD, &com2);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Barrier(com1); //~ collective_divergence
    } else {
        MPI_Barrier(com2);
    }
    MPI_Comm_free(&com1);
    MPI_Comm_free(&com2);
    MPI_Finalize();
    return 0;
}
