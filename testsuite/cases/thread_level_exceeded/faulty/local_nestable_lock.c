// A lock is given back before the message that it is there for.
//@ flags: -fopenmp
//@ ranks: 2
//@ check: all
#include <mpi.h>
#include <omp.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int provided, rank, sum = 0;
    omp_nest_lock_t turn;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    omp_init_nest_lock(&turn);
#pragma omp parallel num_threads(2) reduction(+ : sum)
    {
        int own = rank, other = 0;
        omp_set_nest_lock(&turn);
        if (omp_test_nest_lock(&turn))
            omp_unset_nest_lock(&turn);
        omp_unset_nest_lock(&turn);
        MPI_Sendrecv(&own, 1, MPI_INT, 1 - rank, 3, &other, 1, MPI_INT, 1 - rank, 3, MPI_COMM_WORLD, //~ thread_level_exceeded
                     MPI_STATUS_IGNORE);
        sum += other;
    }
    printf("rank %d: %d\n", rank, sum);
    omp_destroy_nest_lock(&turn);
    MPI_Finalize();
    return 0;
}
