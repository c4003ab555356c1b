// The last message is sent when the lock has been given back.
//@ flags: -fopenmp
//@ ranks: 2
//@ threads: 2
#include <mpi.h>
#include <omp.h>
#include <stdio.h>

static omp_nest_lock_t lock;

static void exchange_unlocked(int *own, int *other, int partner)
{
    MPI_Sendrecv(own, 1, MPI_INT, partner, 7, other, 1, MPI_INT, partner, 7, MPI_COMM_WORLD, //~ thread_level_exceeded
                 MPI_STATUS_IGNORE);
}

static void exchange(int *own, int *other, int partner)
{
    omp_set_nest_lock(&lock);
    MPI_Sendrecv(own, 1, MPI_INT, partner, 7, other, 1, MPI_INT, partner, 7, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    omp_unset_nest_lock(&lock);
}

int main(int argc, char **argv)
{
    int provided, rank;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    omp_init_nest_lock(&lock);
#pragma omp parallel
    {
        int own = 1, other = 0, partner = 1 - rank;
        omp_set_nest_lock(&lock);
        exchange(&own, &other, partner);
        MPI_Sendrecv(&own, 1, MPI_INT, partner, 7, &other, 1, MPI_INT, partner, 7, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        omp_unset_nest_lock(&lock);
        exchange_unlocked(&own, &other, partner);
    }
    omp_destroy_nest_lock(&lock);
    MPI_Finalize();
    return 0;
}
