// Whether a message waits is known to one rank only.
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, waiting = 0, value = 7;
    MPI_Status status;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_Send(&value, 1, MPI_INT, 1, 5, MPI_COMM_WORLD);
    while (rank == 1 && !waiting)
        MPI_Iprobe(0, 5, MPI_COMM_WORLD, &waiting, &status);
    MPI_Allreduce(MPI_IN_PLACE, &waiting, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    if (waiting)
        MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1)
        MPI_Recv(&value, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, &status);
    MPI_Finalize();
    return 0;
}
