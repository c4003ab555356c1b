// The microbenchmark coll_funneled: a single region is run by any thread, FUNNELED allows one.
//@ flags: -fopenmp
//@ ranks: 2
#include <mpi.h>

int main(int argc, char **argv)
{
    int provided, required;
    required = MPI_THREAD_FUNNELED;

    MPI_Init_thread(&argc, &argv, required, &provided);

#pragma omp parallel num_threads(4)
    {
#pragma omp single
        {
            MPI_Barrier(MPI_COMM_WORLD); //~ thread_level_exceeded
        }
    }

    MPI_Finalize();
    return 0;
}
