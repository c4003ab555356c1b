// The number of threads is the same everywhere; the thread that has the rank's work is not.
//@ flags: -fopenmp
#include <mpi.h>
#include <omp.h>

static int count_blocks(int first, int last)
{
    int blocks = 0;
#pragma omp parallel for reduction(+ : blocks) schedule(static)
    for (int i = first; i < last; i++)
        blocks += 1;
    return blocks;
}

int main(int argc, char **argv)
{
    int rank, provided, sum;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int blocks = count_blocks(0, 4);
    for (int b = 0; b < blocks; b++)
        MPI_Allreduce(&b, &sum, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
