// The size of a part differs between parts, not within one.
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm part;
    int rank, members;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &part);
    MPI_Comm_size(part, &members);
    if (members > 1)
        MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
    MPI_Comm_free(&part);
    MPI_Finalize();
    return 0;
}
