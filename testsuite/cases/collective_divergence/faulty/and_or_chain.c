// Short circuit: whether the last operand runs depends on the ones before it.
#include <mpi.h>
#include <stdbool.h>

static bool all_agree(int mine)
{
    int all = 0;
    MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_LAND, MPI_COMM_WORLD); //~ collective_divergence
    return all;
}

int main(int argc, char **argv)
{
    int rank;
    bool good, local;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    local = rank != 1;
    good = local && all_agree(local);
    (void)good;
    MPI_Finalize();
    return 0;
}
