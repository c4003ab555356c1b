// The rank is one element of an array of parameters.
#include <mpi.h>

enum { RANK, SIZE, STEPS, PARAMETERS };

int main(int argc, char **argv)
{
    int parameters[PARAMETERS] = { 0 };
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &parameters[RANK]);
    MPI_Comm_size(MPI_COMM_WORLD, &parameters[SIZE]);
    parameters[STEPS] = 2;
    for (int i = parameters[RANK]; i < parameters[STEPS]; i++)
        MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
    MPI_Finalize();
    return 0;
}
