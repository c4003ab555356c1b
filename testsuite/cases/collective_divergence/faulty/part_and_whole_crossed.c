// One of each pair waits for its partner first, the other one for all.
//@ ranks: 4
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, sum = 1;
    MPI_Comm pair;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &pair);
    if (rank % 2) {
        MPI_Barrier(pair); //~ collective_divergence
        MPI_Barrier(MPI_COMM_WORLD);
    } else {
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Barrier(pair);
    }
    MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_INT, MPI_SUM, pair);
    MPI_Comm_free(&pair);
    MPI_Finalize();
    return 0;
}
