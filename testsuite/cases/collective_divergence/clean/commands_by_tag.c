// What to do is the tag of the next message, as in programs that hand out work.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DONE = 1, MODEL, WORK, ANSWER, SUMMARY };
#define MASTER 0

typedef struct { double rate; int taxa; } model_t;

static model_t model;
static int myid, numprocs;
static MPI_Comm comm;

static void send_tag(int tag)
{
    int dummy = 0, dest;
    for (dest = 1; dest < numprocs; dest++)
        MPI_Send(&dummy, 1, MPI_INT, dest, tag, comm);
}

static void send_model(void)
{
    int dest;
    int sizes[2] = { sizeof model, 1 };
    for (dest = 1; dest < numprocs; dest++)
        if (MPI_Send(sizes, 2, MPI_INT, dest, MODEL, comm) != MPI_SUCCESS)
            exit(1);
    MPI_Bcast(&model, sizeof model, MPI_BYTE, MASTER, comm);
}

static void receive_model(MPI_Status *status)
{
    int sizes[2];
    MPI_Recv(sizes, 2, MPI_INT, MASTER, MODEL, comm, status);
    MPI_Bcast(&model, sizes[0], MPI_BYTE, MASTER, comm);
}

static void do_work(void)
{
    MPI_Status status;
    int n;
    double like;
    MPI_Recv(&n, 1, MPI_INT, MASTER, WORK, comm, &status);
    like = n * model.rate;
    MPI_Send(&like, 1, MPI_DOUBLE, MASTER, ANSWER, comm);
}

static void slave_main(void)
{
    int notdone = 1, dummy;
    double sum = 0, best = 0;
    MPI_Status status;
    while (notdone) {
        MPI_Probe(MASTER, MPI_ANY_TAG, comm, &status);
        switch (status.MPI_TAG) {
        case MODEL:
            receive_model(&status);
            break;
        case WORK:
            do_work();
            break;
        case SUMMARY:
            MPI_Recv(&dummy, 1, MPI_INT, MASTER, SUMMARY, comm, &status);
            MPI_Reduce(&sum, &best, 1, MPI_DOUBLE, MPI_MAX, MASTER, comm);
            break;
        case DONE:
            MPI_Recv(&dummy, 1, MPI_INT, MASTER, DONE, comm, &status);
            notdone = 0;
            break;
        default:
            fprintf(stderr, "unknown tag %d\n", status.MPI_TAG);
            MPI_Abort(comm, 1);
        }
    }
}

static double farm(int total)
{
    int next = 0, busy = 0, dest;
    double like, sum = 0;
    MPI_Status status;
    for (dest = 1; dest < numprocs && next < total; dest++, next++, busy++)
        MPI_Send(&next, 1, MPI_INT, dest, WORK, comm);
    while (busy > 0) {
        MPI_Recv(&like, 1, MPI_DOUBLE, MPI_ANY_SOURCE, ANSWER, comm, &status);
        sum += like;
        busy--;
        if (next < total) {
            MPI_Send(&next, 1, MPI_INT, status.MPI_SOURCE, WORK, comm);
            next++, busy++;
        }
    }
    return sum;
}

int main(int argc, char **argv)
{
    double sum, best = 0;
    int i;
    MPI_Init(&argc, &argv);
    comm = MPI_COMM_WORLD;
    MPI_Comm_size(comm, &numprocs);
    MPI_Comm_rank(comm, &myid);
    if (myid != MASTER) {
        slave_main();
        MPI_Finalize();
        exit(0);
    }
    for (i = 0; i < 3; i++) {
        model.rate = 0.5 + i;
        model.taxa = 4;
        send_model();
        sum = farm(10);
        printf("%g\n", sum);
        if (i == 2) {
            send_tag(SUMMARY);
            MPI_Reduce(&sum, &best, 1, MPI_DOUBLE, MPI_MAX, MASTER, comm);
        }
    }
    send_tag(DONE);
    MPI_Finalize();
    return 0;
}
