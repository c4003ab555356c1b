// The precision of the output depends on the rank.
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size;
    double in[2] = { 0.0, 0.0 }, out[2];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Datatype type = size % 2 ? MPI_FLOAT : MPI_DOUBLE;
    MPI_Allreduce(in, out, 1, type, MPI_MAX, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
