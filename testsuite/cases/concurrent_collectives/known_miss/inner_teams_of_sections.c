// Each section opens a team with a single region of its own; both use the world communicator.
//@ flags: -fopenmp
//@ why: calls of two inner teams are not compared, neither while compiling nor in the run
//@ ranks: 2
#include <mpi.h>
#include <omp.h>
#include <stdio.h>

static int ocean, air;

int main(int argc, char **argv)
{
    int rank, provided, one = 1;
    MPI_Comm ocean_comm, air_comm;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    ocean_comm = air_comm = MPI_COMM_WORLD;
    omp_set_max_active_levels(2);
#pragma omp parallel sections num_threads(2)
    {
#pragma omp section
        {
#pragma omp parallel num_threads(2)
#pragma omp single
            MPI_Allreduce(&one, &ocean, 1, MPI_INT, MPI_SUM, ocean_comm);
        }
#pragma omp section
        {
#pragma omp parallel num_threads(2)
#pragma omp single
            MPI_Allreduce(&rank, &air, 1, MPI_INT, MPI_MAX, air_comm);
        }
    }
    printf("rank %d: %d %d\n", rank, ocean, air);
    MPI_Finalize();
    return 0;
}
