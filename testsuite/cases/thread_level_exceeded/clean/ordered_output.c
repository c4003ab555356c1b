// The lines are sent in the order of the loop by four threads, one at a time: SERIALIZED.
//@ flags: -fopenmp
//@ ranks: 2
#include <mpi.h>
#include <stdio.h>

#define LINES 8

int main(int argc, char **argv)
{
    int rank, provided;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
    if (provided < MPI_THREAD_SERIALIZED)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 1) {
#pragma omp parallel for num_threads(4) ordered schedule(static, 1)
        for (int i = 0; i < LINES; i++) {
            double value = 1.0 / (1 + i);
#pragma omp ordered
            MPI_Send(&value, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
        }
    } else if (rank == 0) {
        for (int i = 0; i < LINES; i++) {
            double value;
            MPI_Recv(&value, 1, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            printf("%.3f\n", value);
        }
    }
    MPI_Finalize();
    return 0;
}
