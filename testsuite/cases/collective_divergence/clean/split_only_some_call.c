// MPI_Comm_split wants everybody, whatever the color.
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm writers = MPI_COMM_NULL;
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int writer = rank < 2;
    MPI_Comm_split(MPI_COMM_WORLD, writer ? 1 : MPI_UNDEFINED, rank, &writers);
    if (writers != MPI_COMM_NULL)
        MPI_Comm_free(&writers);
    MPI_Finalize();
    return 0;
}
