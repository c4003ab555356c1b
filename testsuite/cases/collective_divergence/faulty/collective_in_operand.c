// A collective as an operand: whether it is called depends on what stands before it.
#include <mpi.h>
#include <stdio.h>

static int distribute(int *parameters, int n, MPI_Comm comm)
{
    return MPI_Bcast(parameters, n, MPI_INT, 0, comm) == MPI_SUCCESS; //~ collective_divergence
}

int main(int argc, char **argv)
{
    int rank, parameters[3] = { 0, 0, 0 };
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        parameters[2] = 42;
    if (rank == 0 && distribute(parameters, 3, MPI_COMM_WORLD))
        printf("sent %d\n", parameters[2]);
    MPI_Finalize();
    return 0;
}
