// A helper translates a kind to a datatype; the kind is the rank's own.
#include <mpi.h>

enum kind { SMALL, LARGE };

static MPI_Datatype type_of(enum kind kind)
{
    switch (kind) {
    case SMALL: return MPI_INT;
    default: return MPI_LONG;
    }
}

int main(int argc, char **argv)
{
    int rank, size;
    long in[8] = { 0 }, out[1];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    enum kind kind = size >= 1 ? LARGE : SMALL;
    MPI_Reduce_scatter_block(in, out, 1, type_of(kind), MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
