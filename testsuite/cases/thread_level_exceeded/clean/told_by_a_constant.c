// A function that does what it is told: each call of it tells by a constant, so not every call inside is made.
//@ flags: -fopenmp
//@ ranks: 2
#include <mpi.h>
#include <omp.h>

enum { SEND = 1, RECEIVE = 2, BOTH = 3 };

static void exchange(int job, int *out, int *in, int peer)
{
    MPI_Request requests[2];
    int pending = 0;
    switch (job) {
    case SEND:
        MPI_Isend(out, 1, MPI_INT, peer, 0, MPI_COMM_WORLD, &requests[pending++]);
        break;
    case RECEIVE:
        MPI_Irecv(in, 1, MPI_INT, peer, 0, MPI_COMM_WORLD, &requests[pending++]);
        break;
    case BOTH:
        MPI_Irecv(in, 1, MPI_INT, peer, 0, MPI_COMM_WORLD, &requests[pending++]);
        MPI_Isend(out, 1, MPI_INT, peer, 0, MPI_COMM_WORLD, &requests[pending++]);
        break;
    default: {
#pragma omp barrier
    }
    }
    MPI_Waitall(pending, requests, MPI_STATUSES_IGNORE);
}

int main(int argc, char **argv)
{
    int provided, rank, received = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    if (provided < MPI_THREAD_FUNNELED)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

#pragma omp parallel num_threads(4)
    {
        if (omp_get_thread_num() == 0)
            exchange(BOTH, &rank, &received, 1 - rank);
#pragma omp barrier
    }

    MPI_Finalize();
    return received != 1 - rank;
}
