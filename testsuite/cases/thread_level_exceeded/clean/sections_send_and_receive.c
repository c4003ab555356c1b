// One section sends, its sibling receives: both may be inside MPI at once, so MULTIPLE.
//@ flags: -fopenmp
//@ ranks: 2
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, provided, token, received = -1;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    token = 10 * rank;

#pragma omp parallel sections num_threads(2)
    {
#pragma omp section
        MPI_Ssend(&token, 1, MPI_INT, (rank + 1) % size, 7, MPI_COMM_WORLD);
#pragma omp section
        MPI_Recv(&received, 1, MPI_INT, (rank + size - 1) % size, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }

    printf("rank %d has %d\n", rank, received);
    MPI_Finalize();
    return 0;
}
