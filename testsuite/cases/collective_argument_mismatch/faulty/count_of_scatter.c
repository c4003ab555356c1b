// The root sends three numbers to each rank, which takes two.
//@ ranks: 3
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, part[4] = {0};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0) {
        int *all = calloc((size_t)size * 4, sizeof *all);
        MPI_Scatter(all, 3, MPI_INT, MPI_IN_PLACE, 0, MPI_INT, 0, MPI_COMM_WORLD); //~ collective_argument_mismatch
        free(all);
    } else {
        MPI_Scatter(NULL, 0, MPI_DATATYPE_NULL, part, 2, MPI_INT, 0, MPI_COMM_WORLD);
    }
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
