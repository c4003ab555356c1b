// Each of three ranks is named, and a fourth one waits for nobody: only the run knows that there is one.
//@ static: none
//@ ranks: 4
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_Barrier(MPI_COMM_WORLD);
    else if (rank == 1)
        MPI_Barrier(MPI_COMM_WORLD);
    else if (rank == 2)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
