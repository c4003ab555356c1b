// Assertions end the rank, and with it the job: no rank waits for it.
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, sum = 0, one = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    assert(rank < size);
    assert(rank * 2 <= 2 * size - 2);
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    assert(sum == size);
    MPI_Finalize();
    return 0;
}
