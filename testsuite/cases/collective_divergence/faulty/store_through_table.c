// A rank chooses a flag by its number in a table of addresses, and raises it.
//@ static: none
#include <mpi.h>

int main(int argc, char **argv)
{
    int even = 0, odd = 0, rank;
    int *flags[2] = {&even, &odd};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    *flags[rank % 2] = 1;
    if (even)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
