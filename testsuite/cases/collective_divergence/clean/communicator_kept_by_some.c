// Few ranks sum up over the communicator they started with, many over the one that was made.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size;
    double mine, largest;
    MPI_Comm turned, work;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_split(MPI_COMM_WORLD, 0, size - rank, &turned);
    work = turned;
    if (size < 3)
        work = MPI_COMM_WORLD;
    mine = 1.5 * rank;
    MPI_Allreduce(&mine, &largest, 1, MPI_DOUBLE, MPI_MAX, work);
    if (rank == 0)
        printf("%g\n", largest);
    MPI_Comm_free(&turned);
    MPI_Finalize();
    return 0;
}
