// Rows and columns are treated by different code, but after the same question.
//@ ranks: 4
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank % 2 == 0) {
        if (size > 2)
            MPI_Barrier(MPI_COMM_WORLD);
    } else {
        if (size > 2)
            MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
