/* Ranks that wait for messages, by name: `messages NAME faulty|clean`. All forms first exchange messages of
 * every kind, which are to be counted rightly. In the faulty form a rank waits for what never comes; in the
 * clean form it does come, sent before its sender waits itself. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORLD MPI_COMM_WORLD
#define IGNORE MPI_STATUS_IGNORE

static int rank, size, faulty;
static MPI_Comm own;

#ifdef UNSEEN
/* The program's own layer around one call, as profilers have them. */
int MPI_Send(const void *data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm)
{
    return PMPI_Send(data, count, type, to, tag, comm);
}
#endif

static void ring(MPI_Comm comm, int tag)
{
    int next = (rank + 1) % size, before = (rank + size - 1) % size, in = -1;
    MPI_Request requests[2];
    MPI_Irecv(&in, 1, MPI_INT, before, tag, comm, &requests[0]);
    MPI_Isend(&rank, 1, MPI_INT, next, tag, comm, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    if (in != before)
        MPI_Abort(WORLD, 3);
    MPI_Sendrecv(&rank, 1, MPI_INT, before, tag, &in, 1, MPI_INT, next, tag, comm, IGNORE);
    MPI_Sendrecv_replace(&in, 1, MPI_INT, before, tag, next, tag, comm, IGNORE);
}

static void to_the_first(MPI_Comm comm)
{
    int value = rank;
    char buffer[4096];
    MPI_Buffer_attach(buffer, sizeof buffer);
    if (rank == 0) {
        for (int k = 1; k < size; k++) {
            MPI_Status status;
            MPI_Probe(MPI_ANY_SOURCE, 8, comm, &status);
            MPI_Recv(&value, 1, MPI_INT, status.MPI_SOURCE, 8, comm, IGNORE);
            MPI_Message message;
            MPI_Mprobe(status.MPI_SOURCE, 9, comm, &message, IGNORE);
            MPI_Mrecv(&value, 1, MPI_INT, &message, IGNORE);
            MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 10, comm, IGNORE);
        }
    } else {
        MPI_Ssend(&value, 1, MPI_INT, 0, 8, comm);
        MPI_Bsend(&value, 1, MPI_INT, 0, 9, comm);
        MPI_Send(&value, 1, MPI_INT, 0, 10, comm);
    }
    void *detached;
    int bytes;
    MPI_Barrier(comm);
    MPI_Buffer_detach(&detached, &bytes);
}

static void persistent(MPI_Comm comm)
{
    int in, next = (rank + 1) % size, before = (rank + size - 1) % size;
    MPI_Request requests[2];
    MPI_Recv_init(&in, 1, MPI_INT, before, 11, comm, &requests[0]);
    MPI_Send_init(&rank, 1, MPI_INT, next, 11, comm, &requests[1]);
    for (int round = 0; round < 5; round++) {
        MPI_Startall(2, requests);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
}

static void polled(MPI_Comm comm)
{
    int in[2], index, flag = 0, next = (rank + 1) % size, before = (rank + size - 1) % size;
    MPI_Request requests[2];
    MPI_Irecv(&in[0], 1, MPI_INT, MPI_ANY_SOURCE, 12, comm, &requests[0]);
    MPI_Irecv(&in[1], 1, MPI_INT, before, 13, comm, &requests[1]);
    MPI_Send(&rank, 1, MPI_INT, next, 13, comm);
    MPI_Send(&rank, 1, MPI_INT, next, 12, comm);
    MPI_Waitany(2, requests, &index, IGNORE);
    while (!flag)
        MPI_Testall(2, requests, &flag, MPI_STATUSES_IGNORE);
}

static void traffic(void)
{
    for (int round = 0; round < 20; round++) {
        MPI_Comm passing;
        MPI_Comm_dup(WORLD, &passing);
        ring(WORLD, round % 3);
        ring(own, 5);
        ring(passing, 5);
        to_the_first(own);
        persistent(own);
        polled(passing);
        MPI_Comm_free(&passing);
    }
}

/* Rank 1 waits for rank 0 in a call of its own before it comes to the barrier. */
static void receive(void)
{
    int value = 0;
    if (rank == 0 && !faulty)
        MPI_Send(&value, 1, MPI_INT, 1, 20, WORLD);
    if (rank == 1)
        MPI_Recv(&value, 1, MPI_INT, 0, 20, WORLD, IGNORE);
    MPI_Barrier(WORLD);
}

static void other_tag(void)
{
    int value = 0;
    if (rank == 0)
        MPI_Send(&value, 1, MPI_INT, 1, faulty ? 21 : 20, WORLD);
    if (rank == 1)
        MPI_Recv(&value, 1, MPI_INT, 0, 20, WORLD, IGNORE);
    MPI_Barrier(WORLD);
}

static void waitall(void)
{
    int value[2];
    MPI_Request requests[2];
    if (rank != 1 && rank < 3 && !(faulty && rank == 2))
        MPI_Send(&rank, 1, MPI_INT, 1, 20, own);
    if (rank == 1) {
        MPI_Irecv(&value[0], 1, MPI_INT, 0, 20, own, &requests[0]);
        MPI_Irecv(&value[1], 1, MPI_INT, 2, 20, own, &requests[1]);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
    MPI_Allreduce(MPI_IN_PLACE, &value[0], 1, MPI_INT, MPI_SUM, WORLD);
}

static void from_anybody(void)
{
    int value = 0;
    if (rank == 0)
        for (int k = 1; k < size; k++)
            MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, own, IGNORE);
    else if (!(faulty && rank == 2))
        MPI_Send(&rank, 1, MPI_INT, 0, rank, own);
    MPI_Barrier(WORLD);
}

/* Messages with another tag, which nobody has received yet, are none of those. */
static void from_anybody_of_many(void)
{
    int value = 0, other[8];
    MPI_Request requests[8];
    if (rank == 0) {
        for (int k = 1; k < size; k++)
            MPI_Irecv(&other[k], 1, MPI_INT, k, 31, own, &requests[k]);
        for (int k = 1; k < size; k++)
            MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 30, own, IGNORE);
        MPI_Waitall(size - 1, &requests[1], MPI_STATUSES_IGNORE);
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, 31, own);
        if (!(faulty && rank == 2))
            MPI_Send(&rank, 1, MPI_INT, 0, 30, own);
    }
    MPI_Barrier(WORLD);
}

static void started(void)
{
    int value = 0;
    MPI_Request request;
    if (rank == 0 && !faulty)
        MPI_Send(&value, 1, MPI_INT, 1, 20, WORLD);
    if (rank == 1) {
        MPI_Recv_init(&value, 1, MPI_INT, 0, 20, WORLD, &request);
        MPI_Start(&request);
        MPI_Wait(&request, IGNORE);
        MPI_Request_free(&request);
    }
    MPI_Barrier(WORLD);
}

static void probe(void)
{
    int value = 0;
    if (rank == 0 && !faulty)
        MPI_Send(&value, 1, MPI_INT, 1, 20, WORLD);
    if (rank == 1) {
        MPI_Probe(0, 20, WORLD, IGNORE);
        MPI_Recv(&value, 1, MPI_INT, 0, 20, WORLD, IGNORE);
    }
    MPI_Barrier(WORLD);
}

static void exchange(void)
{
    int value = 0, other = rank ^ 1;
    if (rank >= 2)
        return;
    if (!faulty)
        MPI_Send(&rank, 1, MPI_INT, other, 20, WORLD);
    MPI_Recv(&value, 1, MPI_INT, other, 20, WORLD, IGNORE);
    if (faulty)
        MPI_Send(&rank, 1, MPI_INT, other, 20, WORLD);
}

static void sender_left(void)
{
    int value = 0;
    if (rank == 0 && !faulty)
        MPI_Send(&value, 1, MPI_INT, 1, 20, WORLD);
    if (rank == 1)
        MPI_Recv(&value, 1, MPI_INT, 0, 20, WORLD, IGNORE);
}

static void to_itself(void)
{
    int value = 0;
    if (!faulty)
        MPI_Bsend(&value, 0, MPI_INT, rank, 20, WORLD);
    MPI_Recv(&value, 0, MPI_INT, rank, 20, WORLD, IGNORE);
}

static void begun_collective(void)
{
    MPI_Request request;
    if (rank == 1) {
        MPI_Ibarrier(own, &request);
        if (faulty)
            MPI_Wait(&request, IGNORE);
        MPI_Barrier(WORLD);
    } else {
        MPI_Barrier(WORLD);
        MPI_Ibarrier(own, &request);
    }
    if (!(faulty && rank == 1))
        MPI_Wait(&request, IGNORE);
}

/* A rank takes its neighbours' values as they come. */
static void as_they_come(void)
{
    int value[8], index, count, indices[8];
    MPI_Request requests[8];
    if (rank == 1) {
        for (int k = 0; k < size; k++)
            MPI_Irecv(&value[k], 1, MPI_INT, k, 20, own, &requests[k]);
        MPI_Send(&rank, 1, MPI_INT, rank, 20, own);
        for (int done = 0; done < size;) {
            if (done % 2) {
                MPI_Waitany(size, requests, &index, IGNORE);
                count = 1;
            } else {
                MPI_Waitsome(size, requests, &count, indices, MPI_STATUSES_IGNORE);
            }
            done += count;
        }
    } else if (!(faulty && rank == 2)) {
        MPI_Send(&rank, 1, MPI_INT, 1, 20, own);
    }
    MPI_Barrier(WORLD);
}

/* What polling has completed counts as received. */
static void after_polling(void)
{
    int value = 0, flag = 0;
    MPI_Request request;
    if (rank == 1) {
        MPI_Irecv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 20, own, &request);
        while (!flag)
            MPI_Test(&request, &flag, IGNORE);
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 20, own, IGNORE);
    } else if (rank == 0 || (rank == 2 && !faulty)) {
        MPI_Send(&rank, 1, MPI_INT, 1, 20, own);
    }
    MPI_Barrier(WORLD);
}

/* A receive that was cancelled takes no message: nothing is claimed any more. */
static void cancelled(void)
{
    int value = 0;
    MPI_Request request;
    if (rank == 1) {
        MPI_Irecv(&value, 1, MPI_INT, 0, 20, WORLD, &request);
        MPI_Cancel(&request);
        MPI_Wait(&request, IGNORE);
    }
    MPI_Barrier(WORLD);
    if (rank == 0)
        MPI_Send(&value, 1, MPI_INT, 1, 20, WORLD);
    if (rank == 1)
        MPI_Recv(&value, 1, MPI_INT, 0, 20, WORLD, IGNORE);
    MPI_Barrier(WORLD);
}

static const struct {
    const char *name;
    void (*run)(void);
} scenarios[] = {
    {"receive", receive},
    {"other_tag", other_tag},
    {"waitall", waitall},
    {"from_anybody", from_anybody},
    {"from_anybody_of_many", from_anybody_of_many},
    {"started", started},
    {"probe", probe},
    {"exchange", exchange},
    {"sender_left", sender_left},
    {"to_itself", to_itself},
    {"begun_collective", begun_collective},
    {"as_they_come", as_they_come},
    {"after_polling", after_polling},
    {"cancelled", cancelled},
};

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "";
    char buffer[4096], *detached;
    int bytes;
    faulty = argc > 2 && strcmp(argv[2], "faulty") == 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(WORLD, &rank);
    MPI_Comm_size(WORLD, &size);
    MPI_Comm_dup(WORLD, &own);
    MPI_Comm_set_name(own, "own");
    traffic();
    MPI_Buffer_attach(buffer, sizeof buffer);
    for (size_t index = 0; index < sizeof scenarios / sizeof *scenarios; index++)
        if (strcmp(scenarios[index].name, name) == 0)
            scenarios[index].run();
    MPI_Buffer_detach(&detached, &bytes);
    MPI_Comm_free(&own);
    MPI_Finalize();
    return 0;
}
