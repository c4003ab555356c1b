// MPI_IN_PLACE at the root, a plain buffer elsewhere: the same collective in both operands.
#include <mpi.h>
#include <stdio.h>

static void sum_to_root(double *values, int n, int root, MPI_Comm comm)
{
    int rank;
    MPI_Comm_rank(comm, &rank);
    int error = rank == root
        ? MPI_Allreduce(MPI_IN_PLACE, values, n, MPI_DOUBLE, MPI_SUM, comm) //~ collective_divergence
        : MPI_Reduce(values, NULL, n, MPI_DOUBLE, MPI_SUM, root, comm);
    if (error != MPI_SUCCESS)
        MPI_Abort(comm, error);
}

int main(int argc, char **argv)
{
    double values[2] = { 1.0, 2.0 };
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    sum_to_root(values, 2, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%g %g\n", values[0], values[1]);
    MPI_Finalize();
    return 0;
}
