// The microbenchmark coll_funneled with the level its single region needs.
//@ flags: -fopenmp
//@ ranks: 2
#include <mpi.h>

int main(int argc, char **argv)
{
    int provided, required;
    required = MPI_THREAD_SERIALIZED;

    MPI_Init_thread(&argc, &argv, required, &provided);
    if (provided < required)
        MPI_Abort(MPI_COMM_WORLD, 1);

#pragma omp parallel num_threads(4)
    {
#pragma omp single
        {
            MPI_Barrier(MPI_COMM_WORLD);
        }
    }

    MPI_Finalize();
    return 0;
}
