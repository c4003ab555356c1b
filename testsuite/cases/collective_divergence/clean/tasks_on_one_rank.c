// The first rank sends its steps from tasks that wait for each other, the others take them one by one.
//@ flags: -fopenmp
#include <mpi.h>
#include <stdio.h>

static int steps[100];

int main(int argc, char **argv)
{
    int rank, provided, sum = 0, total = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
    if (provided < MPI_THREAD_SERIALIZED)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
#pragma omp parallel
#pragma omp single
        {
#pragma omp task depend(out : steps)
            MPI_Bcast(steps, 100, MPI_INT, 0, MPI_COMM_WORLD);
#pragma omp task depend(inout : steps)
            MPI_Reduce(&sum, &total, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
        }
    } else {
        MPI_Bcast(steps, 100, MPI_INT, 0, MPI_COMM_WORLD);
        MPI_Reduce(&sum, &total, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    }
    if (rank == 0)
        printf("%d\n", total);
    MPI_Finalize();
    return 0;
}
