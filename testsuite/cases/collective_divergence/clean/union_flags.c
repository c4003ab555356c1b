// Bit fields over an integer: some bits are everybody's, one is the root's.
#include <mpi.h>

union flags {
    unsigned all;
    struct {
        unsigned restart : 1;
        unsigned is_root : 1;
        unsigned level : 4;
    } bit;
};

static union flags read_flags(unsigned given, int rank)
{
    union flags flags;
    flags.all = given;
    flags.bit.is_root = 0;
    (void)rank;
    return flags;
}

int main(int argc, char **argv)
{
    int rank;
    double state[4] = { 0 };
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    union flags flags = read_flags(1u | 3u << 2, rank);
    if (flags.bit.level > 2 && !flags.bit.is_root)
        MPI_Bcast(state, 4, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
