// The root sums up the first number only.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, parts[4] = {1, 2, 3, 4}, sums[4] = {0};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_Reduce(MPI_IN_PLACE, parts, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD); //~ collective_argument_mismatch
    else
        MPI_Reduce(parts, sums, 4, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d\n", parts[0]);
    MPI_Finalize();
    return 0;
}
