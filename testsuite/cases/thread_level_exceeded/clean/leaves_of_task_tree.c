// The leaves of a tree of tasks send to the next rank, and MPI is asked for what that takes.
//@ flags: -fopenmp
//@ ranks: 2
#include <mpi.h>
#include <stdio.h>

static int rank, size;

static void walk(int height)
{
    int mine = height, other;
    if (height == 0) {
        MPI_Sendrecv(&mine, 1, MPI_INT, (rank + 1) % size, 0, &other, 1, MPI_INT, (rank + size - 1) % size, 0,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        return;
    }
#pragma omp task firstprivate(height)
    walk(height - 1);
#pragma omp task firstprivate(height)
    walk(height - 1);
#pragma omp taskwait
}

int main(int argc, char **argv)
{
    int provided;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
#pragma omp parallel
#pragma omp single
    walk(3);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
