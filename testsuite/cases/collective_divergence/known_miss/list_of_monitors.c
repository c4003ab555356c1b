// Monitors are appended to a list through a pointer to its last link; each sets a flag of its own, to the rank.
//@ why: what is stored through a pointer that a loop finds in a list is not taken to change variables whose addresses are kept there
#include <mpi.h>
#include <stddef.h>

struct monitor {
    int *flag;
    struct monitor *next;
};

static struct monitor *all;
static int running = 1, healthy = 1;

static void add(struct monitor *monitor)
{
    struct monitor **link = &all;
    while (*link)
        link = &(*link)->next;
    *link = monitor;
}

static void poll(int value)
{
    for (struct monitor *monitor = all; monitor; monitor = monitor->next)
        *monitor->flag = value;
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    struct monitor first = {&running, NULL}, second = {&healthy, NULL};
    add(&first);
    add(&second);
    poll(rank);
    if (healthy)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
