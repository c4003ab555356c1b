// The thesis's microbenchmark coll_deadlock: a hybrid program whose reduction, in a monothreaded
// region, is not reached by all ranks.
//@ flags: -fopenmp
#include <mpi.h>
#include <omp.h>

static int f(int cond)
{
    int provided_threads = 0, sum = 0;
    if (cond) {
#pragma omp parallel reduction(+ : provided_threads)
        provided_threads += 1;
        MPI_Allreduce(&provided_threads, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); //~ collective_divergence
    }
    return sum;
}

int main(int argc, char **argv)
{
    int rank, size, provided;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    f(rank != 1);
    MPI_Finalize();
    return 0;
}
