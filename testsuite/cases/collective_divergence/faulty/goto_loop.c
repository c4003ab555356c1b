// A loop made of goto.
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, left, sum = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    left = rank;
again:
    if (left > 0) {
        MPI_Allreduce(&left, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); //~ collective_divergence
        left--;
        goto again;
    }
    MPI_Finalize();
    return 0;
}
