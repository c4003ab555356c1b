// The last rank is the root, told in two ways.
#include <mpi.h>
#include <stdio.h>

static int last_of(MPI_Comm comm)
{
    int size;
    MPI_Comm_size(comm, &size);
    return size - 1;
}

int main(int argc, char **argv)
{
    int rank, size, local = 2, sum = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == size - 1) {
        MPI_Reduce(MPI_IN_PLACE, &local, 1, MPI_INT, MPI_SUM, size - 1, MPI_COMM_WORLD);
        printf("%d\n", local);
    } else {
        MPI_Reduce(&local, &sum, 1, MPI_INT, MPI_SUM, last_of(MPI_COMM_WORLD), MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
