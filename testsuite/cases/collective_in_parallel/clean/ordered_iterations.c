// An ordered region puts the iterations' gathers into the same order on every rank.
//@ flags: -fopenmp
//@ ranks: 2
#include <mpi.h>
#include <stdio.h>

#define BLOCKS 6

int main(int argc, char **argv)
{
    int rank, provided, mine[BLOCKS], all[BLOCKS][2];
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#pragma omp parallel for num_threads(3) schedule(static, 1) ordered
    for (int b = 0; b < BLOCKS; b++) {
        mine[b] = b * b + rank;
#pragma omp ordered
        MPI_Allgather(&mine[b], 1, MPI_INT, all[b], 1, MPI_INT, MPI_COMM_WORLD);
    }
    if (rank == 1)
        for (int b = 0; b < BLOCKS; b++)
            printf("%d %d\n", all[b][0], all[b][1]);
    MPI_Finalize();
    return 0;
}
