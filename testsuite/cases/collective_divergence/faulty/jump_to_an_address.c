// The rank tells where to jump to.
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    void *places[] = {&&together, &&alone};
    goto *places[rank != 0];
together:
    MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
alone:
    MPI_Finalize();
    return 0;
}
