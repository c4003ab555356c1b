// Time steps swap the two fields of a grid in a helper: what a step writes is the rank's own.
//@ static: none
#include <mpi.h>

struct grid {
    int *now, *next;
};

static void step(struct grid *grid, int value)
{
    grid->next[0] = value;
    int *now = grid->now;
    grid->now = grid->next;
    grid->next = now;
}

int main(int argc, char **argv)
{
    int rank, size, one[2] = { 1, 1 }, other[2] = { 1, 1 };
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    struct grid grid = { one, other };
    step(&grid, rank);
    if (grid.now[0] == 0)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
