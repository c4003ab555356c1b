// The microbenchmark coll_serialized without its nowait.
//@ flags: -fopenmp
//@ ranks: 2
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, res = 0, temp = 0, provided, required;
    required = MPI_THREAD_SERIALIZED;

    MPI_Init_thread(&argc, &argv, required, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    temp = rank;

#pragma omp parallel num_threads(4)
    {
#pragma omp single
        {
            MPI_Reduce(&temp, &res, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
        }
#pragma omp single
        {
            MPI_Reduce(&temp, &res, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
        }
    }

    MPI_Finalize();
    return 0;
}
