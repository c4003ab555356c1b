// The particle type is made in another file; double or single precision is decided there.
//@ files: parts/datatype_in_other_file/precision.cpp
#include <mpi.h>

MPI_Datatype working_precision(int rank);

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    double buffer[4] = { 0, 0, 0, 0 };
    const MPI_Datatype type = working_precision(rank);
    MPI_Bcast(buffer, 4, type, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
