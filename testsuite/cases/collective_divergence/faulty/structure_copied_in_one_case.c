// A helper copies its defaults over what it is handed, but not always.
//@ static: none
#include <mpi.h>

struct plan {
    int levels, width, every;
};

static const struct plan defaults = {4, 8, 2};

static void reset(struct plan *plan, int all)
{
    if (all)
        *plan = defaults;
}

int main(int argc, char **argv)
{
    int rank;
    struct plan plan;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    plan.levels = rank;
    plan.width = rank + 1;
    plan.every = 1;
    reset(&plan, argc > 5);
    if (plan.width > 1)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
