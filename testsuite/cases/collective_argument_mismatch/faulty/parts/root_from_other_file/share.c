#include <mpi.h>

void share(double *values, int n, int root);

void share(double *values, int n, int root)
{
    MPI_Bcast(values, n, MPI_DOUBLE, root, MPI_COMM_WORLD); //~ collective_argument_mismatch
}
