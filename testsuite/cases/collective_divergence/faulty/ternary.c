// The decision and the call in one expression.
#include <mpi.h>

static int sync_world(void) { return MPI_Barrier(MPI_COMM_WORLD); } //~ collective_divergence
static int skip(void) { return MPI_SUCCESS; }

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int err = rank < 1 ? sync_world() : skip();
    MPI_Finalize();
    return err != MPI_SUCCESS;
}
