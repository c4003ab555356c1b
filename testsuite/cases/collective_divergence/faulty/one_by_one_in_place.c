// One number is written anew by each rank, after a helper reduced it.
#include <mpi.h>
#include <stdio.h>

static void agree(double *x)
{
    MPI_Allreduce(MPI_IN_PLACE, x, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    int rank;
    double part[3], total = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int t = 0; t < 3; t++) {
        part[t] = rank + t;
        agree(&part[t]);
        part[t] = rank;
        total += part[t];
    }
    if (total > 3)
        MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
    if (rank == 0)
        printf("%d\n", total > 0);
    MPI_Finalize();
    return 0;
}
