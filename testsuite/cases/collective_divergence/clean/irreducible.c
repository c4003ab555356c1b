// A jump into the middle of a loop: the graph is irreducible.
#include <mpi.h>

static void rounds(int n, int enter_in_the_middle)
{
    int i = 0;
    if (enter_in_the_middle)
        goto middle;
top:
    MPI_Barrier(MPI_COMM_WORLD);
middle:
    if (++i < n)
        goto top;
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    rounds(3, size == 0);
    MPI_Finalize();
    return 0;
}
