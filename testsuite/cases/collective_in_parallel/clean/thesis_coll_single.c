// The microbenchmark coll_single, put right: the barrier stands behind the parallel region.
//@ flags: -fopenmp
//@ ranks: 2
#include <mpi.h>

int main(int argc, char **argv)
{
    int provided, required;
    required = MPI_THREAD_SINGLE;

    MPI_Init_thread(&argc, &argv, required, &provided);

#pragma omp parallel num_threads(4)
    {
    }
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Finalize();
    return 0;
}
