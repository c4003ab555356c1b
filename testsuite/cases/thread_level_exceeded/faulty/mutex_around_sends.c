// The threads send under two mutexes: two of them may be inside of MPI.
//@ flags: -fopenmp -pthread
//@ ranks: 2
#include <mpi.h>
#include <omp.h>
#include <pthread.h>
#include <stdio.h>

#define THREADS 4

static pthread_mutex_t even_gate = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t odd_gate = PTHREAD_MUTEX_INITIALIZER;

int main(int argc, char **argv)
{
    int provided, rank, size, sum = 0, values[THREADS];
    MPI_Request requests[THREADS];
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
    if (provided < MPI_THREAD_SERIALIZED)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
#pragma omp parallel num_threads(THREADS)
    {
        int me = omp_get_thread_num();
        values[me] = 10 * rank + me;
        if (me % 2 == 0) {
            pthread_mutex_lock(&even_gate);
            MPI_Isend(&values[me], 1, MPI_INT, (rank + 1) % size, me, MPI_COMM_WORLD, &requests[me]);
            pthread_mutex_unlock(&even_gate);
        } else {
            pthread_mutex_lock(&odd_gate);
            MPI_Isend(&values[me], 1, MPI_INT, (rank + 1) % size, me, MPI_COMM_WORLD, &requests[me]); //~ thread_level_exceeded
            pthread_mutex_unlock(&odd_gate);
        }
    }
    for (int tag = 0; tag < THREADS; ++tag) {
        int value;
        MPI_Recv(&value, 1, MPI_INT, (rank + size - 1) % size, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        sum += value;
    }
    MPI_Waitall(THREADS, requests, MPI_STATUSES_IGNORE);
    if (rank == 0)
        printf("%d\n", sum);
    MPI_Finalize();
    return 0;
}
