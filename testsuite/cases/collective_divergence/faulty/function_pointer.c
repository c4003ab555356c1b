// A table of phases; the pointer that is called depends on the rank.
#include <mpi.h>

typedef void (*phase)(MPI_Comm);

static void compute(MPI_Comm comm) { (void)comm; }
static void synchronise(MPI_Comm comm) { MPI_Barrier(comm); } //~ collective_divergence

static const phase phases[] = { compute, synchronise };

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    phase next = phases[rank == 0];
    next(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
