// A different seed on every rank, a different decision.
// A seed is not followed into rand().
//@ static: none
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, rounds = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    srand(rank + 1);
    for (int i = 0; i < 64; i++)
        if (rand() % 2)
            rounds++;
    for (int i = 0; i < rounds; i++) {
        int sum;
        MPI_Allreduce(&i, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
