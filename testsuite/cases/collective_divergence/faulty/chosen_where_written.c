//@ static: none
// A callee writes to one of two members, whichever the caller has asked for.
#include <mpi.h>
#include <stdio.h>

struct state {
    int running, steps;
};

struct pair {
    struct state *one, *other;
};

static void __attribute__((noinline)) advance(struct pair *p, int which, int more)
{
    struct state *at = which ? p->one : p->other;
    at->running = more;
    at->steps++;
}

int main(int argc, char **argv)
{
    int rank, size;
    struct state coarse = {1, 0}, fine = {1, 0};
    struct pair both = {&coarse, &fine};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    advance(&both, argc > 1, rank > 0);
    if (fine.running)
        MPI_Barrier(MPI_COMM_WORLD);
    printf("%d and %d steps on rank %d\n", coarse.steps, fine.steps, rank);
    MPI_Finalize();
    return 0;
}
