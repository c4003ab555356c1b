// Ranks that have less than the most wait first, the others later: each waits once.
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, share, most, is_less;
    double load = 0.0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    share = 3 * rank + 1;
    MPI_Allreduce(&share, &most, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    if (share < most)
        MPI_Barrier(MPI_COMM_WORLD);
    load += share;
    if (share >= most)
        MPI_Barrier(MPI_COMM_WORLD);
    is_less = share < most;
    if (is_less)
        MPI_Allreduce(MPI_IN_PLACE, &load, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    else
        share = 0;
    if (!is_less)
        MPI_Allreduce(MPI_IN_PLACE, &load, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
