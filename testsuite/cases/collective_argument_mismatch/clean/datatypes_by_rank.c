// Datatypes that each rank makes with the same number.
//@ ranks: 3
#include <mpi.h>

static MPI_Datatype row_of(int cells)
{
    MPI_Datatype row;
    MPI_Type_contiguous(cells, MPI_DOUBLE, &row);
    MPI_Type_commit(&row);
    return row;
}

int main(int argc, char **argv)
{
    double values[8] = {0};
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Datatype row = row_of(rank >= 0 ? 4 : 2);
    MPI_Bcast(values, 1, row, 0, MPI_COMM_WORLD);
    MPI_Type_free(&row);
    MPI_Finalize();
    return 0;
}
