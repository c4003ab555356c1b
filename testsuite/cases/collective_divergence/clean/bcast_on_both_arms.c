// Root broadcasts from one buffer, the others into another.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, a = 0, b = 5;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_Bcast(&b, 1, MPI_INT, 0, MPI_COMM_WORLD);
    else
        MPI_Bcast(&a, 1, MPI_INT, 0, MPI_COMM_WORLD);
    printf("%d\n", rank == 0 ? b : a);
    MPI_Finalize();
    return 0;
}
