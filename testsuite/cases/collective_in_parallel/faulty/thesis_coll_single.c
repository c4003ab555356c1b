// The microbenchmark coll_single: as many barriers as threads.
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
        MPI_Barrier(MPI_COMM_WORLD); //~ collective_in_parallel
    }

    MPI_Finalize();
    return 0;
}
