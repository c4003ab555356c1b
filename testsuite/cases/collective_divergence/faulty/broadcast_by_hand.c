// A flag goes from rank to rank down a tree of messages, but the first rank changes its mind afterwards.
//@ ranks: 4
#include <mpi.h>
#include <stdio.h>

static void spread(int *flag, MPI_Comm comm)
{
    int rank, size, stride;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    for (stride = 1; stride < size; stride *= 2) {
        if (rank < stride) {
            if (rank + stride < size)
                MPI_Send(flag, 1, MPI_INT, rank + stride, 7, comm);
        } else if (rank < 2 * stride) {
            MPI_Recv(flag, 1, MPI_INT, rank - stride, 7, comm, MPI_STATUS_IGNORE);
        }
    }
}

int main(int argc, char **argv)
{
    int rank, sum = 0, summary = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        summary = argc > 1 ? 0 : 1;
    spread(&summary, MPI_COMM_WORLD);
    if (rank == 0)
        summary = 0;
    if (summary)
        MPI_Reduce(&rank, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD); //~ collective_divergence
    if (rank == 0)
        printf("sum %d\n", sum);
    MPI_Finalize();
    return 0;
}
