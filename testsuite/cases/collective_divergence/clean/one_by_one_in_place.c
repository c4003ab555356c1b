// Numbers are reduced one by one, in place: where they stand, by a helper, and by a pointer that walks.
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
        MPI_Allreduce(MPI_IN_PLACE, &part[t], 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        total += part[t];
    }
    for (int t = 0; t < 3; t++) {
        part[t] = rank - t;
        agree(&part[t]);
        total += part[t];
    }
    for (double *p = part; p < part + 3; p++) {
        *p = rank;
        agree(p);
        total += *p;
    }
    if (total > 3)
        MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d\n", total > 0);
    MPI_Finalize();
    return 0;
}
