// Ranks leave a loop when their own clocks say so; in it all do the same.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    double own, all[64], sum, start;
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    own = rank;
    start = MPI_Wtime();
    for (int step = 0; MPI_Wtime() - start < 0.01 * (rank + 1); step++) {
        if (step % 5 == 0)
            MPI_Gather(&own, 1, MPI_DOUBLE, all, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD); //~ collective_divergence
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Reduce(&own, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%g\n", sum);
    MPI_Finalize();
    return 0;
}
