// Scans are reductions, too.
#include <mpi.h>

static MPI_Op choose(int lowest)
{
    return lowest ? MPI_MIN : MPI_MAX;
}

int main(int argc, char **argv)
{
    int rank, size, in = 4, out = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Exscan(&in, &out, 1, MPI_INT, choose(rank > 0), MPI_COMM_WORLD); //~ collective_argument_mismatch
    MPI_Finalize();
    return 0;
}
