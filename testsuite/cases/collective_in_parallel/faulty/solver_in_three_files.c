// Three files from the parallel region to the reduction: no single one of them looks wrong.
//@ flags: -fopenmp
//@ ranks: 2
//@ files: parts/solver_in_three_files/solver.c parts/solver_in_three_files/norms.c parts/solver_in_three_files/solver.h
#include "parts/solver_in_three_files/solver.h"
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, provided;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#pragma omp parallel num_threads(4)
    solve(3);
    if (rank == 0)
        printf("%g\n", last_norm);
    MPI_Finalize();
    return 0;
}
