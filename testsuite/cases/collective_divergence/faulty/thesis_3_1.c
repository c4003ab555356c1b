// Figure 3.1 of the thesis: f is called by all ranks, but its barrier is not.
//@ says: ranks 1, 2
#include <mpi.h>
#include <stdlib.h>

void f(int r)
{
    if (r == 0)
        MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
    return;
}

void g(int r)
{
    f(r);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    exit(0);
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    g(rank);
}
