// What the root has found out is sent to the others, unless it is alone.
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, format = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0)
        format = argv[0][0] == '/' ? 1 : 2;
    if (size > 1) {
        int message[2] = { format, argc };
        MPI_Bcast(message, 2, MPI_INT, 0, MPI_COMM_WORLD);
        format = message[0];
    }
    if (format > 0)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
