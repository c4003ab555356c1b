// Halo exchange on a communicator of its own, which is freed while the messages are under way; the last
// one comes with another tag than is received.
//@ ranks: 2
//@ static: none
//@ says: waits for a message of rank
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define CELLS (1 << 20)
#define STEPS 12

int main(int argc, char **argv)
{
    int rank;
    double *out = calloc(CELLS, sizeof *out), *in = calloc(CELLS, sizeof *in);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int step = 0; step < STEPS; step++) {
        MPI_Comm exchange;
        MPI_Request requests[2];
        MPI_Comm_dup(MPI_COMM_WORLD, &exchange);
        out[0] = step;
        MPI_Irecv(in, CELLS, MPI_DOUBLE, 1 - rank, 3, exchange, &requests[0]);
        MPI_Isend(out, CELLS, MPI_DOUBLE, 1 - rank, step < STEPS - 1 ? 3 : 4, exchange, &requests[1]);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        MPI_Comm_free(&exchange);
    }
    if (rank == 0)
        printf("%.0f\n", in[0]);
    free(out);
    free(in);
    MPI_Finalize();
    return 0;
}
