// All ranks take the numbers for what they are.
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 7, values[64] = {0};
    MPI_Datatype type;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    type = rank < 0 ? MPI_FLOAT : MPI_INT;
    MPI_Igather(&value, 1, type, values, 1, type, 0, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
