// The next rank waits to be told when a communicator goes, and what is hung on it for that is hung on another one.
//@ ranks: 2
//@ static: none
//@ says: ranks wait for messages that nobody sends
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define TAG_GONE 9
#define TAG_SEEN 8

static int gone(MPI_Comm communicator, int key, void *value, void *state)
{
    (void)communicator;
    (void)key;
    (void)state;
    MPI_Send(value, 1, MPI_INT, 1, TAG_GONE, MPI_COMM_WORLD);
    free(value);
    return MPI_SUCCESS;
}

int main(int argc, char **argv)
{
    int rank, key, received = 0;
    MPI_Comm part;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, gone, &key, NULL);
    MPI_Comm_dup(MPI_COMM_WORLD, &part);
    if (rank == 0) {
        int *value = malloc(sizeof *value);
        *value = 3;
        MPI_Comm_set_attr(MPI_COMM_WORLD, key, value);
    }
    MPI_Comm_free(&part);
    if (rank == 1) {
        MPI_Recv(&received, 1, MPI_INT, 0, TAG_GONE, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(&received, 1, MPI_INT, 0, TAG_SEEN, MPI_COMM_WORLD);
    } else {
        MPI_Recv(&received, 1, MPI_INT, 1, TAG_SEEN, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        printf("%d\n", received);
    }
    MPI_Comm_free_keyval(&key);
    MPI_Finalize();
    return 0;
}
