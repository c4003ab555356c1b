// Each thread sums its own lane over a communicator of its own.
//@ flags: -fopenmp
//@ ranks: 2
#include <mpi.h>
#include <omp.h>
#include <stdio.h>

#define LANES 3

int main(int argc, char **argv)
{
    int rank, provided, part[LANES], sum[LANES];
    MPI_Comm lane_comm[LANES];
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int lane = 0; lane < LANES; lane++)
        MPI_Comm_dup(MPI_COMM_WORLD, &lane_comm[lane]);
    omp_set_dynamic(0);
#pragma omp parallel num_threads(LANES)
    {
        int lane = omp_get_thread_num();
        part[lane] = lane + rank;
        MPI_Allreduce(&part[lane], &sum[lane], 1, MPI_INT, MPI_SUM, lane_comm[lane]);
    }
    if (rank == 0)
        printf("%d %d %d\n", sum[0], sum[1], sum[2]);
    for (int lane = 0; lane < LANES; lane++)
        MPI_Comm_free(&lane_comm[lane]);
    MPI_Finalize();
    return 0;
}
