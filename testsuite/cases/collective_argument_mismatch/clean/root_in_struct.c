// The root is a field of a plan that is filled by rank.
#include <mpi.h>
#include <stdlib.h>

struct plan {
    MPI_Comm comm;
    int root;
    int count;
};

static struct plan *make_plan(MPI_Comm comm, int count)
{
    int rank, size;
    struct plan *plan = malloc(sizeof *plan);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    plan->comm = comm;
    plan->count = count;
    plan->root = size < 2 ? 0 : 1;
    return plan;
}

static void execute(const struct plan *plan, const int *in, int *out)
{
    MPI_Gather(in, plan->count, MPI_INT, out, plan->count, MPI_INT, plan->root, plan->comm);
}

int main(int argc, char **argv)
{
    int in[2] = { 1, 2 }, out[64];
    MPI_Init(&argc, &argv);
    struct plan *plan = make_plan(MPI_COMM_WORLD, 2);
    execute(plan, in, out);
    free(plan);
    MPI_Finalize();
    return 0;
}
