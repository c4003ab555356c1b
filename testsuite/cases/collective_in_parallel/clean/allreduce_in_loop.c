// The loop fills the partial sums; the ranks are asked once, behind it.
//@ flags: -fopenmp
//@ ranks: 2
#include <mpi.h>
#include <stdio.h>

#define BINS 8

int main(int argc, char **argv)
{
    int rank, provided;
    long local[BINS], global[BINS];
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#pragma omp parallel for num_threads(4) schedule(dynamic)
    for (int bin = 0; bin < BINS; bin++) {
        local[bin] = rank + bin;
    }
    MPI_Allreduce(local, global, BINS, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        for (int bin = 0; bin < BINS; bin++)
            printf("%d: %ld\n", bin, global[bin]);
    MPI_Finalize();
    return 0;
}
