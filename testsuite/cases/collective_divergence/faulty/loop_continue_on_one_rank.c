// A rank without work skips the rest of the round, and with it the collective.
#include <mpi.h>
#include <stdio.h>

static int has_work(int rank, int round) { return (rank + round) % 3 != 0; }

int main(int argc, char **argv)
{
    int rank, total = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int round = 0; round < 2; round++) {
        int done = 0;
        if (!has_work(rank, round))
            continue;
        done = 1;
        int sum;
        MPI_Allreduce(&done, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); //~ collective_divergence
        total += sum;
    }
    if (rank == 0)
        printf("%d\n", total);
    MPI_Finalize();
    return 0;
}
