// The first rank tells each other one by itself what to do.
//@ ranks: 4
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, other, sum = 0, summary = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0) {
        summary = argc > 1 ? 0 : 1;
        for (other = 1; other < size; other++)
            MPI_Send(&summary, 1, MPI_INT, other, 7, MPI_COMM_WORLD);
    } else {
        MPI_Recv(&summary, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    if (summary)
        MPI_Reduce(&rank, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("sum %d\n", sum);
    MPI_Finalize();
    return 0;
}
