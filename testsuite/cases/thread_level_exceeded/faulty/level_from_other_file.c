// The level is chosen in another file, for a program that once had no tasks.
//@ flags: -fopenmp
//@ ranks: 2
//@ files: parts/level_from_other_file/start.c parts/level_from_other_file/start.h
#include "parts/level_from_other_file/start.h"
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, seed = 0, work = 0;
    start_mpi(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        seed = 42;
#pragma omp parallel num_threads(3)
#pragma omp single
    {
#pragma omp task shared(seed) depend(out : seed)
        MPI_Bcast(&seed, 1, MPI_INT, 0, MPI_COMM_WORLD); //~ thread_level_exceeded
#pragma omp task shared(seed, work) depend(in : seed)
        work = seed + 1;
    }
    printf("rank %d: %d\n", rank, work);
    MPI_Finalize();
    return 0;
}
