// Nobody calls MPI_Comm_rank by hand.
#include <mpi.h>

static int get_rank(void)
{
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return rank;
}

static int get_size(void)
{
    int size;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    return size;
}

static int is_root(void) { return get_rank() == 0; }
static int is_serial(void) { return get_size() == 1; }

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    if (!is_root())
        MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
    MPI_Finalize();
    return 0;
}
