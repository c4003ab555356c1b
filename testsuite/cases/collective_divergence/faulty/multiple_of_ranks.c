// Each rank takes every size-th item, and one more than others where they do not come out even.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, items = 13, rounds = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (argc > 1 && rank == 0)
        items = atoi(argv[1]);
    MPI_Bcast(&items, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (items < size) {
        fprintf(stderr, "too few items\n");
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    for (int item = rank; item < items; item += size) {
        double own = item, sum;
        MPI_Reduce(&own, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD); //~ collective_divergence
        rounds++;
    }
    if (rank == 0)
        printf("%d\n", rounds);
    MPI_Finalize();
    return 0;
}
