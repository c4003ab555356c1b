// Figure 3.1 of the thesis: f is called by all ranks, but its barrier is not.
#include <mpi.h>
#include <stdlib.h>

void f(int r)
{
    if (r == 0)
        MPI_Barrier(MPI_COMM_WORLD);
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
    int size;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    g(size);
}
