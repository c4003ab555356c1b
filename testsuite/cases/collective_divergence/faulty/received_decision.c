// What a message says is not the same on all ranks; what a broadcast says is.
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, go_on = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0) {
        for (int to = 1; to < size; to++) {
            int answer = to < 2;
            MPI_Send(&answer, 1, MPI_INT, to, 0, MPI_COMM_WORLD);
        }
    } else {
        MPI_Recv(&go_on, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    if (go_on)
        MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
    MPI_Finalize();
    return 0;
}
