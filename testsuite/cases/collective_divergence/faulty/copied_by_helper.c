// A state is copied by a function that knows none of its fields; one of them is the rank's.
#include <mpi.h>
#include <string.h>

struct state {
    int steps, leader, verbose;
};

static void copy_bytes(struct state *to, const struct state *from)
{
    memcpy(to, from, sizeof *to);
}

static void keep(struct state *to, const struct state *from)
{
    copy_bytes(to, from);
}

int main(int argc, char **argv)
{
    struct state now = { 3, 0, 1 }, kept = { 0, 0, 0 };
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    now.leader = rank == 0;
    keep(&kept, &now);
    if (kept.leader)
        MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
    MPI_Finalize();
    return 0;
}
