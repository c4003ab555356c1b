// A checkpoint every so many seconds, by each rank's own clock.
#include <mpi.h>
#include <stdio.h>
#include <time.h>

struct checkpointer {
    time_t last;
    int interval;
};

static int due(struct checkpointer *c)
{
    time_t now = time(NULL);
    if (now - c->last < c->interval)
        return 0;
    c->last = now;
    return 1;
}

static void write_checkpoint(const double *field, int n)
{
    double local = 0.0, total;
    for (int i = 0; i < n; i++)
        local += field[i];
    MPI_Reduce(&local, &total, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    double field[32] = { 0 };
    int rank;
    struct checkpointer c = { 0, 600 };
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    c.last = time(NULL);
    for (int step = 0; step < 10; step++) {
        int write = due(&c);
        MPI_Bcast(&write, 1, MPI_INT, 0, MPI_COMM_WORLD);
        if (write)
            write_checkpoint(field, 32);
    }
    MPI_Finalize();
    return 0;
}
