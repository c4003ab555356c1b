// Rank 0 alone says that the number of ranks is wrong, but three arms of four are not enough.
//@ ranks: 4
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, side, token = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0 && size != 4) {
        fprintf(stderr, "usage: mpirun -n 4 %s\n", argv[0]);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    side = rank / 2;
    if (side == 0) {
        MPI_Bcast(&token, 1, MPI_INT, 0, MPI_COMM_WORLD); //~ collective_divergence
    }
    if (rank == 2) {
        MPI_Bcast(&token, 1, MPI_INT, 0, MPI_COMM_WORLD); //~ collective_divergence
    }
    MPI_Finalize();
    return 0;
}
