// The task between two others waits for what nobody makes: the first and the last may run at the same time.
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
#pragma omp task depend(in : sum) depend(out : got)
        got *= 10;
#pragma omp task depend(in : got)
        MPI_Allreduce(&got, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); //~ thread_level_exceeded
    }
    printf("rank %d: %d\n", rank, sum);
    MPI_Finalize();
    return 0;
}
