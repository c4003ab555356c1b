// The root gathers what every rank has left and decides alone.
#include <mpi.h>
#include <stdlib.h>

static int most_left(int mine, int root, MPI_Comm comm)
{
    int size, most = 0;
    MPI_Comm_size(comm, &size);
    int *left = calloc(size, sizeof *left);
    if (left == NULL)
        MPI_Abort(comm, 1);
    (void)root;
    MPI_Allgather(&mine, 1, MPI_INT, left, 1, MPI_INT, comm);
    for (int r = 0; r < size; r++) {
        if (left[r] > most)
            most = left[r];
    }
    free(left);
    return most;
}

int main(int argc, char **argv)
{
    int rank;
    double field[64] = { 0 };
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int queue = 5 - rank;
    if (most_left(queue, 0, MPI_COMM_WORLD) > 3)
        MPI_Bcast(field, 64, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
