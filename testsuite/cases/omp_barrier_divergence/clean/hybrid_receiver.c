// The master receives the work, and the team waits for it behind the region.
//@ flags: -fopenmp
//@ ranks: 2
#include <mpi.h>
#include <omp.h>
#include <stdio.h>

#define CHUNK 16

int main(int argc, char **argv)
{
    int rank, provided, work[CHUNK] = {0};
    long sum = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    if (provided < MPI_THREAD_FUNNELED)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        for (int i = 0; i < CHUNK; i++)
            work[i] = i * i;
        MPI_Send(work, CHUNK, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else {
#pragma omp parallel num_threads(4)
        {
            if (omp_get_thread_num() == 0) {
                MPI_Recv(work, CHUNK, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            }
#pragma omp barrier
#pragma omp for reduction(+ : sum) schedule(guided)
            for (int i = 0; i < CHUNK; i++)
                sum += work[i];
        }
        printf("%ld\n", sum);
    }
    MPI_Finalize();
    return 0;
}
