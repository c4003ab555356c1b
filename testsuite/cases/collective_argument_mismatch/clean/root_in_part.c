// Each part has a root of its own, the same for all of its members.
//@ ranks: 4
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm part;
    int rank, value = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const int color = rank / 2;
    MPI_Comm_split(MPI_COMM_WORLD, color, rank, &part);
    MPI_Bcast(&value, 1, MPI_INT, color, part);
    MPI_Comm_free(&part);
    MPI_Finalize();
    return 0;
}
