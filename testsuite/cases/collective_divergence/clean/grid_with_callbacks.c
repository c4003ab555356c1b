// The rank stands in a grid that is handed to callbacks on the way; none of them writes it.
// Which functions of other files may be called only the whole program shows.
//@ levels: -O0
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

struct grid {
    MPI_Comm comm;
    int rank, size;
    int cells, marked;
};
typedef int refine_rule(struct grid *grid, int cell);

static int refine_even(struct grid *grid, int cell)
{
    grid->marked += cell % 2 == 0;
    return cell % 2 == 0;
}

static int refine_all(struct grid *grid, int cell)
{
    grid->marked++;
    return cell >= 0;
}

static struct grid *new_grid(MPI_Comm comm, int cells)
{
    struct grid *grid = malloc(sizeof *grid);
    grid->comm = comm;
    MPI_Comm_rank(comm, &grid->rank);
    MPI_Comm_size(comm, &grid->size);
    grid->cells = cells;
    grid->marked = 0;
    return grid;
}

static void refine(struct grid *grid, refine_rule *rule)
{
    int more = 0;
    for (int cell = 0; cell < grid->cells; cell++)
        more += rule(grid, cell);
    grid->cells += 3 * more;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    struct grid *grid = new_grid(MPI_COMM_WORLD, 4);
    refine(grid, argc > 1 ? refine_even : refine_all);
    if (grid->rank == 0)
        printf("%d cells, %d marked\n", grid->cells, grid->marked);
    MPI_Barrier(grid->comm);
    free(grid);
    MPI_Finalize();
    return 0;
}
