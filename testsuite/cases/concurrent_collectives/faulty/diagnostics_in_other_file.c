// The first helper ends with a nowait in another file; the second one's collective may overtake it.
//@ flags: -fopenmp
//@ ranks: 2
//@ files: parts/diagnostics_in_other_file/diagnostics.c
#include <mpi.h>
#include <stdio.h>

void sum_mass(double mass);
void share_step(int rank);
extern double total_mass, time_step;

int main(int argc, char **argv)
{
    int rank, provided;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#pragma omp parallel num_threads(4)
    {
        sum_mass(2.5);
        share_step(rank);
    }
    printf("rank %d: %g %g\n", rank, total_mass, time_step);
    MPI_Finalize();
    return 0;
}
