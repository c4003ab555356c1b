// Clocks never agree: one rank's time is up before the other's.
//@ deterministic: no
#include <mpi.h>
#include <stdio.h>

#define BUDGET 0.01

int main(int argc, char **argv)
{
    int rank, steps = 0, stop = 0;
    double mine = 0.0, sum;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    double start = MPI_Wtime();
    while (!stop) {
        mine += 1.0;
        MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        steps++;
        stop = MPI_Wtime() - start > BUDGET;
        MPI_Bcast(&stop, 1, MPI_INT, 0, MPI_COMM_WORLD);
    }
    if (rank == 0)
        printf("%d steps\n", steps);
    MPI_Finalize();
    return 0;
}
