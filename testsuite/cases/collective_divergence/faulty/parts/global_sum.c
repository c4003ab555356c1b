#include <mpi.h>

double global_sum(double value);

double global_sum(double value)
{
    double sum = 0.0;
    MPI_Allreduce(&value, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); //~ collective_divergence
    return sum;
}
