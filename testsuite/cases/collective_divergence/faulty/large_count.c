// MPI 4: the large-count form. Open MPI 4.1 does not have it.
//@ mpi: mpich
#include <mpi.h>

int main(int argc, char **argv)
{
    char page[4096] = { 0 };
    const MPI_Count count = sizeof page;
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank % 2)
        MPI_Bcast_c(page, count, MPI_CHAR, 0, MPI_COMM_WORLD); //~ collective_divergence
    MPI_Finalize();
    return 0;
}
