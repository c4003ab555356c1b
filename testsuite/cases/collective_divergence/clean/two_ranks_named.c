// Written for two ranks, each of which is named: both open and close the epoch.
//@ ranks: 2
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, *value;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 2)
        printf("two ranks are needed\n");
    MPI_Win_allocate(sizeof *value, sizeof *value, MPI_INFO_NULL, MPI_COMM_WORLD, &value, &win);
    *value = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        int one = 1;
        MPI_Win_fence(0, win);
        MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        MPI_Win_fence(0, win);
    } else if (rank == 1) {
        MPI_Win_fence(0, win);
        MPI_Win_fence(0, win);
        printf("%d\n", *value);
    }
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
