// The workers answer with the tag the root asks for.
//@ ranks: 4
#include <mpi.h>
#include <stdio.h>

enum { WORK, RESULT, DONE };

static int receive(double *value, int source)
{
    return MPI_Recv(value, 1, MPI_DOUBLE, source, RESULT, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0) {
        double sum = 0.0, value;
        for (int worker = 1; worker < size; worker++) {
            receive(&value, worker);
            sum += value;
        }
        printf("%.1f\n", sum);
    } else {
        double value = 0.5 * rank;
        MPI_Send(&value, 1, MPI_DOUBLE, 0, RESULT, MPI_COMM_WORLD);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
