// The flag never sees the rank, but the branch that sets it does.
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size;
    enum { IDLE, ACTIVE } state = IDLE;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank < 2)
        state = ACTIVE;
    if (state == ACTIVE)
        MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
    MPI_Finalize();
    return 0;
}
