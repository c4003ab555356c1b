// One of the callbacks writes what decides about the barrier, and all ranks hand it the same.
#include <mpi.h>
#include <stdio.h>

struct grid {
    int leader, cells;
};
typedef void grid_rule(struct grid *grid);

static void nobody_leads(struct grid *grid)
{
    grid->leader = 0;
}

static void keeps_cells(struct grid *grid)
{
    grid->cells++;
}

static grid_rule *const rules[] = {nobody_leads, keeps_cells};

int main(int argc, char **argv)
{
    struct grid grid = {0, 4};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &grid.leader);
    rules[argc > 1]((struct grid *)&grid);
    if (grid.leader == 0)
        printf("%d cells\n", grid.cells);
    if (argc > 1)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
