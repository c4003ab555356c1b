// Whether a rank has a neighbour decides about a collective on the whole grid.
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm line;
    int dims[1] = { 0 }, periods[1] = { 0 }, size, left, right;
    double edge = 1.0, largest = 0.0;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Dims_create(size, 1, dims);
    MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 0, &line);
    MPI_Cart_shift(line, 0, 1, &left, &right);
    if (left == MPI_PROC_NULL)
        edge = 2.0;
    if (right != MPI_PROC_NULL)
        MPI_Allreduce(&edge, &largest, 1, MPI_DOUBLE, MPI_MAX, line); //~ collective_divergence
    MPI_Comm_free(&line);
    MPI_Finalize();
    return 0;
}
