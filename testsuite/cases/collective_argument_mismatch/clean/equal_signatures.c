// Different datatypes with the same type signature match in data movement.
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Datatype pair;
    int rank, values[2] = { 0, 0 };
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    if (rank == 0) {
        values[0] = 1;
        MPI_Bcast(values, 1, pair, 0, MPI_COMM_WORLD);
    } else {
        MPI_Bcast(values, 2, MPI_INT, 0, MPI_COMM_WORLD);
    }
    MPI_Type_free(&pair);
    MPI_Finalize();
    return values[0] != 1;
}
