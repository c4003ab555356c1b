// Ranks that received something call that a failure.
#include <mpi.h>
#include <stdio.h>

static int spread(int value, int rank, int size)
{
    int failed = MPI_SUCCESS, code, other;
    for (other = 0; other < size; other++) {
        if (other == rank)
            continue;
        if (rank < other)
            code = MPI_Send(&value, 1, MPI_INT, other, 3, MPI_COMM_WORLD);
        else
            code = MPI_Recv(&value, 1, MPI_INT, other, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE) + 1;
        if (code != MPI_SUCCESS)
            failed = code;
    }
    return failed;
}

int main(int argc, char **argv)
{
    int rank, size, sum = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (spread(rank, rank, size) == MPI_SUCCESS)
        MPI_Reduce(&rank, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD); //~ collective_divergence
    if (rank == 0)
        printf("sum %d\n", sum);
    MPI_Finalize();
    return 0;
}
