// One rank sums, the others look for the maximum.
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, result = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Op op = size == 1 ? MPI_SUM : MPI_MAX;
    MPI_Allreduce(&rank, &result, 1, MPI_INT, op, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
