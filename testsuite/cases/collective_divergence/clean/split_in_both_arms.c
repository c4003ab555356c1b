// Two calls of MPI_Comm_split, one on each arm, make one communicator. Rank 0 is left out.
//@ ranks: 4
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, workers = 0;
    MPI_Comm c;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Comm_split(MPI_COMM_WORLD, MPI_UNDEFINED, 0, &c);
    } else {
        MPI_Comm_split(MPI_COMM_WORLD, 1, rank, &c);
        MPI_Barrier(c);
    }
    if (c != MPI_COMM_NULL) {
        int mine;
        MPI_Comm_rank(c, &mine);
        MPI_Allreduce(MPI_IN_PLACE, &workers, 1, MPI_INT, MPI_SUM, c);
        if (rank > 0)
            MPI_Barrier(c);
        MPI_Comm_free(&c);
    }
    MPI_Finalize();
    return 0;
}
