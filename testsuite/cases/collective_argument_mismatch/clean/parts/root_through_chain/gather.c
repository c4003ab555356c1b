#include <mpi.h>

void gather_field(const double *field, int n, int root, MPI_Comm comm);

void gather_field(const double *field, int n, int root, MPI_Comm comm)
{
    double all[64];
    MPI_Gather(field, n, MPI_DOUBLE, all, n, MPI_DOUBLE, root, comm);
}
