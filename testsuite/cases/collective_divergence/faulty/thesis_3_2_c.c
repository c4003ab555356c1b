// Figure 3.2(c): barriers in both halves, each behind a condition of its own.
//@ ranks: 4
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank % 2 == 0) {
        if (rank == 0)
            MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
    } else {
        if (rank == 1)
            MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
    }
    MPI_Finalize();
    return 0;
}
