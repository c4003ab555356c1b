// Example 6 of figure 2.1: receive and send in a master region, FUNNELED.
//@ flags: -fopenmp
//@ ranks: 2
//@ args: 1
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int token;

static void f(int rank, int wanted)
{
    if (wanted) {
#pragma omp parallel num_threads(4)
        {
#pragma omp master
            {
                MPI_Request request;
                MPI_Irecv(&token, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &request);
                MPI_Send(&rank, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
                MPI_Wait(&request, MPI_STATUS_IGNORE);
            }
        }
    }
}

int main(int argc, char **argv)
{
    int rank, provided;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    f(rank, argc > 1 && atoi(argv[1]) > 0);
    printf("rank %d has the token of %d\n", rank, token);
    MPI_Finalize();
    return 0;
}
