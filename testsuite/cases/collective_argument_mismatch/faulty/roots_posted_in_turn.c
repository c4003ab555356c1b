// Two broadcasts that do not block: each rank posts its own first.
//@ ranks: 2
//@ says: MPI_Ibcast is called with different roots
#include <mpi.h>
#include <stdio.h>

static void post(int *value, int root, MPI_Request *request)
{
    MPI_Ibcast(value, 1, MPI_INT, root, MPI_COMM_WORLD, request); //~ collective_argument_mismatch
}

int main(int argc, char **argv)
{
    int rank, values[2] = {1, 2};
    MPI_Request requests[2];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int first = rank & 1;
    post(&values[first], first, &requests[0]);
    post(&values[!first], !first, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    if (rank == 0)
        printf("%d %d\n", values[0], values[1]);
    MPI_Finalize();
    return 0;
}
