// A collective on MPI_COMM_SELF waits for nobody.
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, mine = 1, result = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Allreduce(&mine, &result, 1, MPI_INT, MPI_SUM, MPI_COMM_SELF);
        MPI_Allreduce(&mine, &result, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); //~ collective_divergence
    }
    for (int i = 0; i < rank; i++)
        MPI_Barrier(MPI_COMM_SELF);
    MPI_Finalize();
    return 0;
}
