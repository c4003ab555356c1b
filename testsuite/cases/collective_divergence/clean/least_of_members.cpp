// The lesser of a number and a member, of two members, and of what pointers in members lead to: the same on all ranks.
//@ check: nothing
//@ levels: -O0 -O2
#include <mpi.h>

#include <algorithm>

struct Grid {
    long cells;
};

struct Plan {
    long limit;
    long steps;
    const Grid *grid;
    int rank;

    long rounds(long wanted) const { return std::min(wanted, limit); }
    long more() const { return std::max(limit, steps); }
    long cells(long most) const { return std::min(grid->cells, most); }
    const long &either(bool first) const { return first ? limit : steps; }
};

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    Grid grid = {40L * argc};
    Plan plan = {3, argc, &grid, 0};
    MPI_Comm_rank(MPI_COMM_WORLD, &plan.rank);
    for (long i = 0; i < plan.rounds(10); i++)
        MPI_Barrier(MPI_COMM_WORLD);
    if (plan.more() == 3)
        MPI_Barrier(MPI_COMM_WORLD);
    if (plan.cells(100) > 30)
        MPI_Barrier(MPI_COMM_WORLD);
    if (plan.either(argc > 1) == 1)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
