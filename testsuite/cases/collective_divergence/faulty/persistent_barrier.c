// MPI 4: a persistent collective is made by all ranks, and started by all ranks.
// Open MPI 4.1 does not have them.
//@ mpi: mpich
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Request barrier = MPI_REQUEST_NULL;
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank < 2) {
        MPI_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, &barrier); //~ collective_divergence
        MPI_Start(&barrier);
        MPI_Wait(&barrier, MPI_STATUS_IGNORE);
        MPI_Request_free(&barrier);
    }
    MPI_Finalize();
    return 0;
}
