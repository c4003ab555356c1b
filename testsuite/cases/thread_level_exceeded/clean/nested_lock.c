// A lock is taken again in a function: it is kept until it is given back as often.
//@ flags: -fopenmp
//@ ranks: 2
//@ threads: 2
#include <mpi.h>
#include <omp.h>
#include <stdio.h>

static omp_nest_lock_t lock;

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
        exchange(&own, &other, partner);
        omp_unset_nest_lock(&lock);
    }
    omp_destroy_nest_lock(&lock);
    MPI_Finalize();
    return 0;
}
