// Tasks are ordered by one between them: the first one sends, the last one reduces.
//@ flags: -fopenmp
//@ ranks: 2
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int provided, rank, sent = 0, got = 0, sum = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#pragma omp parallel num_threads(3)
#pragma omp single
    {
#pragma omp task depend(out : sent)
        {
            sent = rank + 1;
            MPI_Sendrecv(&sent, 1, MPI_INT, 1 - rank, 0, &got, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
        }
#pragma omp task depend(in : sent) depend(out : got)
        got *= 10;
#pragma omp task depend(in : got)
        MPI_Allreduce(&got, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    }
    printf("rank %d: %d\n", rank, sum);
    MPI_Finalize();
    return 0;
}
