// Options packed into the bits of one word.
#include <mpi.h>
#include <stdint.h>

#define OPT_CHECK (1u << 0)
#define OPT_ROOT (1u << 1)
#define OPT_TRACE (1u << 2)

int main(int argc, char **argv)
{
    uint32_t options = OPT_CHECK;
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        options |= OPT_ROOT | OPT_TRACE;
    if ((options & (OPT_CHECK | OPT_TRACE)) == (OPT_CHECK | OPT_TRACE))
        MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
    MPI_Finalize();
    return 0;
}
