// As many collectives as levels of the recursion.
#include <mpi.h>

static int reduce_levels(int level, int value)
{
    int sum;
    if (level == 0)
        return value;
    MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    return reduce_levels(level - 1, sum);
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    reduce_levels(size, 1);
    MPI_Finalize();
    return 0;
}
