// Four bytes are four bytes, but not to a reduction. The run compares sizes, and goes on.
//@ run: none
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank;
    union {
        int i;
        float f;
    } in = { 1 }, out;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_Allreduce(&in, &out, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); //~ collective_argument_mismatch
    else
        MPI_Allreduce(&in, &out, 1, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
