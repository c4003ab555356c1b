// Each part has a root of its own choice: fine in the part, wrong in the world.
//@ ranks: 4
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm part;
    int rank, color, seed = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    color = rank / 2;
    MPI_Comm_split(MPI_COMM_WORLD, color, rank, &part);
    if (rank == 0 || rank == 3)
        seed = 4711 + rank;
    MPI_Bcast(&seed, 1, MPI_INT, color, part);
    MPI_Comm_free(&part);
    MPI_Finalize();
    return 0;
}
