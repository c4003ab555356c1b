// A counter incremented in a loop that runs differently often.
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, found = 0, sum;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < 10; i += size)
        found++;
    if (found >= 4)
        MPI_Allreduce(&found, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
