// Two sections, two reductions, one communicator: which comes first is each rank's own affair.
//@ flags: -fopenmp
//@ ranks: 2
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, provided;
    double lo, hi, lowest = 0, highest = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    lo = 1.0 - rank;
    hi = 1.0 + rank;
#pragma omp parallel num_threads(2)
    {
#pragma omp sections
        {
#pragma omp section
            {
                MPI_Allreduce(&lo, &lowest, 1, MPI_DOUBLE, MPI_MIN, MPI_COMM_WORLD);
            }
#pragma omp section
            {
                MPI_Allreduce(&hi, &highest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD); //~ concurrent_collectives
            }
        }
    }
    if (rank == 0)
        printf("[%g, %g]\n", lowest, highest);
    MPI_Finalize();
    return 0;
}
