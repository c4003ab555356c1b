// A communicator picked by rank is not one communicator.
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm even, odd, mine;
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &even);
    MPI_Comm_dup(MPI_COMM_WORLD, &odd);
    mine = rank % 2 ? odd : even;
    MPI_Barrier(mine); //~ collective_divergence
    MPI_Comm_free(&even);
    MPI_Comm_free(&odd);
    MPI_Finalize();
    return 0;
}
