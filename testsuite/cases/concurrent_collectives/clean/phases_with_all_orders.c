// Collectives of single-threaded regions, ordered by barriers, taskwait, taskgroup and dependences.
//@ flags: -fopenmp
//@ ranks: 2
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, provided, one = 1, a = 0, b = 0, c = 0, d = 0, e = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
    if (provided < MPI_THREAD_SERIALIZED)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#pragma omp parallel num_threads(3)
    {
#pragma omp single nowait
        MPI_Allreduce(&one, &a, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
#pragma omp barrier
#pragma omp single
        {
#pragma omp taskgroup
            {
#pragma omp task shared(b, one)
                MPI_Allreduce(&one, &b, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
            }
#pragma omp task shared(c, one)
            MPI_Allreduce(&one, &c, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
#pragma omp taskwait
#pragma omp task shared(d, one) depend(out : d)
            MPI_Allreduce(&one, &d, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
#pragma omp task shared(d, e) depend(in : d)
            MPI_Allreduce(&d, &e, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        }
    }
    printf("rank %d: %d %d %d %d %d\n", rank, a, b, c, d, e);
    MPI_Finalize();
    return 0;
}
