// Each rank marks what it has left; the first two numbers are then those of rank 0 on all ranks.
//@ ranks: 4
//@ static: none
#include <mpi.h>

static int most(const int *left, int count)
{
    int found = 0;
    for (int i = 0; i < count; i++) {
        if (left[i] > found)
            found = left[i];
    }
    return found;
}

int main(int argc, char **argv)
{
    int left[8], rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 8; i++)
        left[i] = rank * i;
    MPI_Bcast(left, 2, MPI_INT, 0, MPI_COMM_WORLD);
    if (most(left, 8) > 7)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
