// A helper fills an array from its end to its beginning, with what differs between ranks.
#include <mpi.h>

static void fill_before(int *end, int count, int value)
{
    while (count-- > 0)
        *--end = value;
}

int main(int argc, char **argv)
{
    int rank, size, levels[4] = { 0 };
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    fill_before(levels + 4, 4, rank);
    if (levels[0] == 0)
        MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
    MPI_Finalize();
    return 0;
}
