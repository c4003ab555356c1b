//@ sends: synchronous
// All ranks but the first receive before they send their number on.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define TAG_PART 4

static void shift(double *out, double *in, int count, MPI_Comm comm)
{
    int rank, size;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    if (rank == 0)
        MPI_Send(out, count, MPI_DOUBLE, (rank + 1) % size, TAG_PART, comm);
    MPI_Recv(in, count, MPI_DOUBLE, (rank + size - 1) % size, TAG_PART, comm, MPI_STATUS_IGNORE);
    if (rank > 0)
        MPI_Send(out, count, MPI_DOUBLE, (rank + 1) % size, TAG_PART, comm);
}

int main(int argc, char **argv)
{
    int rank, count = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    double *parts[2] = {calloc((size_t)count, sizeof(double)), calloc((size_t)count, sizeof(double))};
    for (int step = 0; step < 20; step++) {
        parts[step % 2][0] += rank;
        shift(parts[step % 2], parts[(step + 1) % 2], count, MPI_COMM_WORLD);
    }
    printf("%g on rank %d\n", parts[0][0], rank);
    free(parts[0]);
    free(parts[1]);
    MPI_Finalize();
    return 0;
}
