// Ranks without a part in the work get MPI_COMM_NULL.
//@ ranks: 4
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    MPI_Comm workers = MPI_COMM_NULL;
    int rank, n = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank < 3 ? 1 : MPI_UNDEFINED, 0, &workers);
    if (workers != MPI_COMM_NULL) {
        int me;
        MPI_Comm_rank(workers, &me);
        n = me == 0 ? 42 : 0;
        MPI_Bcast(&n, 1, MPI_INT, 0, workers);
        MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
        MPI_Comm_free(&workers);
    }
    printf("%d\n", n);
    MPI_Finalize();
    return 0;
}
