/* Each half of the ranks names its own first rank, but all broadcast together. */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    MPI_Comm half, both;
    int rank, size, local, left = 0, root, value = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_split(MPI_COMM_WORLD, rank < size / 2, rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, rank < size / 2 ? size / 2 : 0, 5, &both);
    MPI_Comm_rank(half, &local);
    MPI_Sendrecv(&rank, 1, MPI_INT, rank, 1, &left, 1, MPI_INT, rank, 1, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    if (left < size / 2) {
        root = 0;
        value = 7;
    } else {
        root = size / 2;
    }
    MPI_Bcast(&value, 1, MPI_INT, root, MPI_COMM_WORLD); //~ collective_argument_mismatch
    printf("%d\n", value);
    MPI_Comm_free(&both);
    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}
