// All take wider numbers if there is an option.
#include <mpi.h>

int main(int argc, char **argv)
{
    double values[2] = {0, 0};
    MPI_Datatype kind = MPI_INT;
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (argc == 1)
        kind = MPI_DOUBLE;
    if (rank == 0)
        MPI_Bcast(values, 1, kind, 0, MPI_COMM_WORLD);
    else
        MPI_Bcast(values, 1, kind, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
