/* A broadcast between two groups: the group of the root says MPI_ROOT and MPI_PROC_NULL, the other one names the
   rank. Which group is which was told by a message. */
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
        root = local == 0 ? MPI_ROOT : MPI_PROC_NULL;
        value = 7;
    } else {
        root = 0;
    }
    MPI_Bcast(&value, 1, MPI_INT, root, both);
    printf("%d\n", value);
    MPI_Comm_free(&both);
    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}
