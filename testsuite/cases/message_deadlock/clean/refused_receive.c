// A receive that MPI refuses returns at once where errors do: no rank waits for another.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, value = 0, errors = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    for (int attempt = 0; attempt < 50; attempt++)
        errors += MPI_Recv(&value, -1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE) != MPI_SUCCESS;
    if (rank == 0)
        printf("%d\n", errors);
    MPI_Finalize();
    return 0;
}
