// Two sums that all ranks know; the rank says which of them decides.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, own, low, high, bound;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    own = rank - 1;
    MPI_Allreduce(&own, &low, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    own = rank * 2;
    MPI_Allreduce(&own, &high, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    bound = rank == 0 ? low : high;
    if (bound > 2)
        MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
    if (rank == 0)
        printf("%d\n", bound <= high);
    MPI_Finalize();
    return 0;
}
