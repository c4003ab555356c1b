// One section sums, another one ends MPI: which comes first, nobody knows.
//@ flags: -fopenmp
//@ ranks: 2
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, provided;
    long mine, all = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    mine = rank;
#pragma omp parallel sections num_threads(2)
    {
#pragma omp section
        MPI_Allreduce(&mine, &all, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
#pragma omp section
        MPI_Finalize(); //~ concurrent_collectives
    }
    return all < 0;
}
