// Workers are told by messages what to do, and look up in a table how: an order is answered by the function that
// stands there, and no other than those of the table is called.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct order {
    int what;
    int count;
};

enum { STOP, SHARE, SUM, ORDERS };

static double field[32];

static void on_share(const struct order *o, MPI_Comm comm)
{
    MPI_Bcast(field, o->count, MPI_DOUBLE, 0, comm);
}

static void on_sum(const struct order *o, MPI_Comm comm)
{
    double own = 0;
    for (int i = 0; i < o->count; i++)
        own += field[i];
    MPI_Reduce(&own, NULL, 1, MPI_DOUBLE, MPI_SUM, 0, comm);
}

// Nobody writes it, though it does not say so.
static struct {
    const char *name;
    void (*answer)(const struct order *, MPI_Comm);
} table[ORDERS] = {{"stop", NULL}, {"share", on_share}, {"sum", on_sum}};

static void give(int what, int count, int size, MPI_Comm comm)
{
    struct order o = {what, count};
    for (int to = 1; to < size; to++)
        MPI_Send(&o, 2, MPI_INT, to, 4, comm);
}

static void serve(int rank, MPI_Comm comm)
{
    struct order o;
    int served = 0;
    for (;;) {
        MPI_Recv(&o, 2, MPI_INT, 0, 4, comm, MPI_STATUS_IGNORE);
        if (o.what <= STOP || o.what >= ORDERS)
            break;
        served += (int)strlen(table[o.what].name);
        table[o.what].answer(&o, comm);
    }
    printf("rank %d: %d\n", rank, served);
}

int main(int argc, char **argv)
{
    MPI_Comm comm;
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    if (rank > 0) {
        serve(rank, comm);
    } else {
        for (int round = 0; round < (argc > 1 ? atoi(argv[1]) : 3); round++) {
            double own = 0, all;
            give(SHARE, 32, size, comm);
            MPI_Bcast(field, 32, MPI_DOUBLE, 0, comm);
            give(SUM, 32, size, comm);
            for (int i = 0; i < 32; i++)
                own += field[i];
            MPI_Reduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, 0, comm);
            printf("%g\n", all);
        }
        give(STOP, 0, size, comm);
    }
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
