// Ghost cells from both sides: which side came in first is each rank's own affair.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    MPI_Request requests[2] = { MPI_REQUEST_NULL, MPI_REQUEST_NULL };
    double ghosts[2] = { 0, 0 }, edge = 1.0, sum = 0.0;
    int rank, size, first = MPI_UNDEFINED;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank > 0)
        MPI_Irecv(&ghosts[0], 1, MPI_DOUBLE, rank - 1, 1, MPI_COMM_WORLD, &requests[0]);
    if (rank + 1 < size)
        MPI_Send(&edge, 1, MPI_DOUBLE, rank + 1, 1, MPI_COMM_WORLD);
    MPI_Waitany(2, requests, &first, MPI_STATUS_IGNORE);
    if (first == 0)
        edge = ghosts[first];
    MPI_Reduce(&edge, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%g\n", sum);
    MPI_Finalize();
    return 0;
}
