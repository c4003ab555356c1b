// A communicator picked by rank is not one communicator.
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm even, odd, mine;
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &even);
    odd = even;
    mine = rank % 2 ? odd : even;
    MPI_Barrier(mine);
    MPI_Comm_free(&even);
    MPI_Finalize();
    return 0;
}
