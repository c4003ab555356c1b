// The function that broadcasts is in another file; the caller names the root.
//@ files: parts/root_from_other_file/share.c
#include <mpi.h>

void share(double *values, int n, int root);

int main(int argc, char **argv)
{
    double values[3] = { 0 };
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0)
        values[0] = 1.0;
    share(values, 3, size - 1);
    MPI_Finalize();
    return 0;
}
