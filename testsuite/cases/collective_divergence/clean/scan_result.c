// A prefix sum is different on every rank.
#include <mpi.h>

int main(int argc, char **argv)
{
    int one = 1, prefix = 0;
    MPI_Init(&argc, &argv);
    MPI_Allreduce(&one, &prefix, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (prefix > 1)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
