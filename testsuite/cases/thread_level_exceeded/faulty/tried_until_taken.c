// Each thread tries for a lock until it has it, and gives it back before its message.
//@ flags: -fopenmp
//@ ranks: 2
#include <mpi.h>
#include <omp.h>
#include <stdio.h>

static omp_lock_t turn;

static void exchange(int rank, int *other)
{
    MPI_Sendrecv(&rank, 1, MPI_INT, 1 - rank, 3, other, 1, MPI_INT, 1 - rank, 3, MPI_COMM_WORLD, //~ thread_level_exceeded
                 MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    int provided, rank, sum = 0, waited = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    omp_init_lock(&turn);
#pragma omp parallel num_threads(2) reduction(+ : sum, waited)
    {
        int other = 0;
        while (!omp_test_lock(&turn))
            waited++;
        omp_unset_lock(&turn);
        exchange(rank, &other);
        sum += other;
    }
    printf("rank %d: %d%s\n", rank, sum, waited < 0 ? " after long" : "");
    omp_destroy_lock(&turn);
    MPI_Finalize();
    return 0;
}
