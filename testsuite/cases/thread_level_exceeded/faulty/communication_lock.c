// Those functions take a mutex of each thread: nobody is kept out.
//@ static: none
//@ flags: -fopenmp -pthread
//@ ranks: 2
//@ files: parts/communication_lock/lock.c parts/communication_lock/lock.h
#include "parts/communication_lock/lock.h"
#include <mpi.h>
#include <omp.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int provided, rank, values[4], sum = 0;
    MPI_Request requests[4];
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
    if (provided < MPI_THREAD_SERIALIZED)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#pragma omp parallel num_threads(4)
    {
        int me = omp_get_thread_num();
        values[me] = rank + me;
        communication_lock(me);
        MPI_Isend(&values[me], 1, MPI_INT, 1 - rank, me, MPI_COMM_WORLD, &requests[me]);
        communication_unlock(me);
    }
    for (int tag = 0; tag < 4; ++tag) {
        int value;
        MPI_Recv(&value, 1, MPI_INT, 1 - rank, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        sum += value;
    }
    MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
    if (rank == 0)
        printf("%d\n", sum);
    MPI_Finalize();
    return 0;
}
