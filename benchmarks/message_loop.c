/* What messages between two ranks cost where they are counted: a message there and back, and an exchange in
 * both directions by MPI_Irecv, MPI_Isend and MPI_Waitall, of some bytes each, in a loop.
 *
 *   lockstep cc message_loop.c                              with LOCKSTEP_INSTRUMENT=all
 *   mpirun -n 2 a.out [BYTES [CALLS [SECONDS]]]             with LOCKSTEP_CHECK=off, and =full
 *
 * Prints microseconds: "there_and_back 0.91 exchange 0.74", the least of all rounds, as noise only adds. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static char *out, *in;
static int other, bytes;

static double there_and_back(long calls, int first)
{
    double start = MPI_Wtime();
    for (long call = 0; call < calls; call++) {
        if (first)
            MPI_Send(out, bytes, MPI_BYTE, other, 1, MPI_COMM_WORLD);
        MPI_Recv(in, bytes, MPI_BYTE, other, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (!first)
            MPI_Send(out, bytes, MPI_BYTE, other, 1, MPI_COMM_WORLD);
    }
    return MPI_Wtime() - start;
}

static double exchange(long calls)
{
    MPI_Request requests[2];
    double start = MPI_Wtime();
    for (long call = 0; call < calls; call++) {
        MPI_Irecv(in, bytes, MPI_BYTE, other, 2, MPI_COMM_WORLD, &requests[0]);
        MPI_Isend(out, bytes, MPI_BYTE, other, 2, MPI_COMM_WORLD, &requests[1]);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
    return MPI_Wtime() - start;
}

int main(int argc, char **argv)
{
    double least[2] = {1e9, 1e9};
    int rank, size, more = 1;
    bytes = argc > 1 ? atoi(argv[1]) : 8;
    long calls = argc > 2 ? atol(argv[2]) : 500;
    double seconds = argc > 3 ? atof(argv[3]) : 2;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size != 2) {
        fprintf(stderr, "run it with 2 ranks\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    other = 1 - rank;
    out = calloc((size_t)bytes + 1, 1);
    in = calloc((size_t)bytes + 1, 1);
    double start = MPI_Wtime();
    while (more) {
        double times[2] = {there_and_back(calls, rank == 0), exchange(calls)};
        for (int which = 0; which < 2; which++)
            if (times[which] < least[which])
                least[which] = times[which];
        more = MPI_Wtime() - start < seconds;
        MPI_Bcast(&more, 1, MPI_INT, 0, MPI_COMM_WORLD);
    }
    if (rank == 0)
        printf("there_and_back %.3f exchange %.3f\n", least[0] / (double)calls * 1e6,
               least[1] / (double)calls * 1e6);
    free(out);
    free(in);
    MPI_Finalize();
    return 0;
}
