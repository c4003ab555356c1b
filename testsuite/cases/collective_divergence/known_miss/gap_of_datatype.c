// A datatype has a gap: what stands there is not broadcast.
//@ why: what is sent with a derived datatype is taken to be all there is from its start on
#include <mpi.h>

int main(int argc, char **argv)
{
    int numbers[4], rank;
    MPI_Datatype columns;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 4; i++)
        numbers[i] = rank;
    MPI_Type_vector(2, 1, 2, MPI_INT, &columns);
    MPI_Type_commit(&columns);
    MPI_Bcast(numbers, 1, columns, 0, MPI_COMM_WORLD);
    if (numbers[1] == 1)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Type_free(&columns);
    MPI_Finalize();
    return 0;
}
