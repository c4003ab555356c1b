// Which of two flags a rank raises is up to its number; all look at the first.
//@ ranks: 4
//@ static: none
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, even = 0, odd = 0;
    double sum, one = 1.0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int *mine = rank % 2 == 0 ? &even : &odd;
    *mine = 1;
    if (even)
        MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return odd > 1;
}
