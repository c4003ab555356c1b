// One critical section with one collective: as many calls as threads, one at a time, on every rank.
//@ flags: -fopenmp
//@ ranks: 2
#include <mpi.h>
#include <omp.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, provided, seen = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    omp_set_dynamic(0);
#pragma omp parallel num_threads(4) reduction(+ : seen)
    {
        int ticket = 0;
        if (rank == 0)
            ticket = 1;
#pragma omp critical(world)
        MPI_Bcast(&ticket, 1, MPI_INT, 0, MPI_COMM_WORLD);
        seen += ticket;
    }
    printf("rank %d: %d tickets\n", rank, seen);
    MPI_Finalize();
    return 0;
}
