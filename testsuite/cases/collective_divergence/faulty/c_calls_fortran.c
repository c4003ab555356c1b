// A C program with a Fortran kernel.
// Neither file shows the fault by itself; both together do.
//@ files: parts/kernel.f90
#include <mpi.h>

void kernel(const int *converged, double *residual);

int main(int argc, char **argv)
{
    int rank, size;
    double residual = 1.0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int converged = rank == 2;
    kernel(&converged, &residual);
    MPI_Finalize();
    return 0;
}
