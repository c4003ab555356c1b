// The owner of a block is computed by a function; its argument is the fault.
#include <mpi.h>

static int owner_of(int block, int size) { return (block * 7 + 1) % size; }

int main(int argc, char **argv)
{
    int rank, size;
    double block[4] = { 0 };
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int b = 0; b < 3; b++) {
        int root = owner_of(b + rank, size);
        MPI_Bcast(block, 4, MPI_DOUBLE, root, MPI_COMM_WORLD); //~ collective_argument_mismatch
    }
    MPI_Finalize();
    return 0;
}
