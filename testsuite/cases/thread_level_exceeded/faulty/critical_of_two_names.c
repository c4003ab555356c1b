// Two critical names keep nobody out of MPI: one thread may post while another asks.
//@ flags: -fopenmp
//@ ranks: 2
#include <mpi.h>
#include <stdio.h>

#define PIECES 6

int main(int argc, char **argv)
{
    int rank, provided, outgoing[PIECES], incoming[PIECES], started = 0;
    MPI_Request send[PIECES], receive[PIECES];
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
    if (provided < MPI_THREAD_SERIALIZED)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#pragma omp parallel for num_threads(3) schedule(dynamic) reduction(+ : started)
    for (int i = 0; i < PIECES; i++) {
        outgoing[i] = rank * 100 + i;
#pragma omp critical(receiving)
        MPI_Irecv(&incoming[i], 1, MPI_INT, 1 - rank, i, MPI_COMM_WORLD, &receive[i]);
#pragma omp critical(sending)
        MPI_Isend(&outgoing[i], 1, MPI_INT, 1 - rank, i, MPI_COMM_WORLD, &send[i]); //~ thread_level_exceeded
        started += 2;
    }
    MPI_Waitall(PIECES, send, MPI_STATUSES_IGNORE);
    MPI_Waitall(PIECES, receive, MPI_STATUSES_IGNORE);
    printf("rank %d: %d started, last %d\n", rank, started, incoming[PIECES - 1]);
    MPI_Finalize();
    return 0;
}
