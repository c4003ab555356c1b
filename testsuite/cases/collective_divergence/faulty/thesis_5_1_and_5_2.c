// Figure 5.2: the barrier hides in a function; function by function nothing is wrong.
#include <mpi.h>

void f(void)
{
    MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        f();
    }
    MPI_Finalize();
    return 0;
}
