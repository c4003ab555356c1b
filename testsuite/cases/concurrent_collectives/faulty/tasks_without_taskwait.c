// Both tasks are ready at once: two threads may be in a collective of the same communicator.
//@ flags: -fopenmp
//@ ranks: 2
//@ repeat: 50
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, provided;
    int steps = 0, total = 0, mine;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    mine = rank + 1;
    if (rank == 0)
        steps = 12;
#pragma omp parallel num_threads(4)
#pragma omp single
    {
#pragma omp task shared(steps)
        MPI_Bcast(&steps, 1, MPI_INT, 0, MPI_COMM_WORLD);
#pragma omp task shared(total, mine)
        MPI_Allreduce(&mine, &total, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); //~ concurrent_collectives
    }
    printf("rank %d: %d steps, %d in all\n", rank, steps, total);
    MPI_Finalize();
    return 0;
}
