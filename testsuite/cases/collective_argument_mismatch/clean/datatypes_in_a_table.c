// A table of datatypes is asked by the number of ranks.
#include <mpi.h>

int main(int argc, char **argv)
{
    double own[64] = {0}, all[64];
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const MPI_Datatype precisions[2] = {MPI_FLOAT, MPI_DOUBLE};
    MPI_Allreduce(own, all, 2, precisions[size % 2], MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
