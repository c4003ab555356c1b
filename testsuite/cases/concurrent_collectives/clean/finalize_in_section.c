// One section sums, another one counts; MPI is ended behind both.
//@ flags: -fopenmp
//@ ranks: 2
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, provided;
    long mine, all = 0, count = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    mine = rank;
#pragma omp parallel sections num_threads(2)
    {
#pragma omp section
        MPI_Allreduce(&mine, &all, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
#pragma omp section
        for (int i = 0; i < 100; i++)
            count += i % 3;
    }
    MPI_Finalize();
    return all < 0 || count < 0;
}
