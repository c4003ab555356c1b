// One rank returns from main without a word.
#include <mpi.h>

int main(int argc, char **argv)
{
    int me, np;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &np);
    if (me == np - 1)
        return 0;
    int token = me;
    MPI_Bcast(&token, 1, MPI_INT, 0, MPI_COMM_WORLD); //~ collective_divergence
    MPI_Finalize();
    return 0;
}
