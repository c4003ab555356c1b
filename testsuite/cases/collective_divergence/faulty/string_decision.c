// A name decides; the root's is another one.
#include <mpi.h>
#include <string.h>

static const char *mode_of(int rank) { return rank == 0 ? "driver" : "worker"; }
static const char *mode_for(int size) { return size == 1 ? "serial" : "worker"; }

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const char *mode = mode_of(rank);
    (void)mode_of;
    (void)mode_for;
    if (strcmp(mode, "worker") == 0)
        MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
    MPI_Finalize();
    return 0;
}
