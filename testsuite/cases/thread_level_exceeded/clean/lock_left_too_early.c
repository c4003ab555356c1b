// The lock covers every MPI call of the team: one at a time.
//@ flags: -fopenmp
//@ ranks: 2
#include <mpi.h>
#include <omp.h>
#include <stdio.h>

#define TEAM 3

int main(int argc, char **argv)
{
    int rank, provided, out[TEAM], in[TEAM];
    MPI_Request arrivals[TEAM];
    omp_lock_t mpi_lock;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
    if (provided < MPI_THREAD_SERIALIZED)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    omp_init_lock(&mpi_lock);
    for (int t = 0; t < TEAM; t++)
        MPI_Irecv(&in[t], 1, MPI_INT, 1 - rank, t, MPI_COMM_WORLD, &arrivals[t]);
#pragma omp parallel num_threads(TEAM)
    {
        int t = omp_get_thread_num();
        MPI_Request request;
        out[t] = 10 * rank + t;
        omp_set_lock(&mpi_lock);
        MPI_Isend(&out[t], 1, MPI_INT, 1 - rank, t, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        omp_unset_lock(&mpi_lock);
    }
    MPI_Waitall(TEAM, arrivals, MPI_STATUSES_IGNORE);
    omp_destroy_lock(&mpi_lock);
    printf("rank %d: %d %d %d\n", rank, in[0], in[1], in[2]);
    MPI_Finalize();
    return 0;
}
