// C code reads a Fortran common block: the structure par_ is the block /par/.
//@ files: parts/common_block_from_c/setup.f90
#include <mpi.h>

extern struct {
    int me, np, debug;
} par_;

void setup_(void);

static void checkpoint(double *state, int n)
{
    double sums[4];
    MPI_Reduce(state, sums, n, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    double state[4] = { 1, 1, 1, 1 };
    MPI_Init(&argc, &argv);
    setup_();
    if (par_.debug && par_.np > 0)
        checkpoint(state, 4);
    MPI_Finalize();
    return 0;
}
