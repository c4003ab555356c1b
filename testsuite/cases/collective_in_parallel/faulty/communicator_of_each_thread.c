// Each thread sums its own lane, but all lanes go over the world communicator.
//@ flags: -fopenmp
//@ ranks: 2
#include <mpi.h>
#include <omp.h>
#include <stdio.h>

#define LANES 3

int main(int argc, char **argv)
{
    int rank, provided, part[LANES], sum[LANES];
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    omp_set_dynamic(0);
#pragma omp parallel num_threads(LANES)
    {
        int lane = omp_get_thread_num();
        part[lane] = lane + rank;
        MPI_Allreduce(&part[lane], &sum[lane], 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); //~ collective_in_parallel
    }
    if (rank == 0)
        printf("%d %d %d\n", sum[0], sum[1], sum[2]);
    MPI_Finalize();
    return 0;
}
