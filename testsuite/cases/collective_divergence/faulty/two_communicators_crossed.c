// Each rank calls both barriers, but not in the same order.
#include <mpi.h>

static void sync_both(MPI_Comm first, MPI_Comm second)
{
    MPI_Barrier(first);
    MPI_Barrier(second);
}

int main(int argc, char **argv)
{
    MPI_Comm a, b;
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &a);
    MPI_Comm_dup(MPI_COMM_WORLD, &b);
    if (rank == 0) {
        MPI_Barrier(a); //~ collective_divergence
        MPI_Barrier(b);
    } else {
        MPI_Barrier(b);
        MPI_Barrier(a);
    }
    sync_both(a, b);
    MPI_Comm_free(&b);
    MPI_Comm_free(&a);
    MPI_Finalize();
    return rank < 0;
}
