// Odd ranks take the numbers for floating ones.
// They are as large, so that the run does not notice.
//@ run: none
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 7, values[64] = {0};
    MPI_Datatype type;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    type = rank % 2 ? MPI_FLOAT : MPI_INT;
    MPI_Ibcast(values, 8, type, 0, MPI_COMM_WORLD, &request); //~ collective_argument_mismatch
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
