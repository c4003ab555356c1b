// Ranks leave a loop when the clock of one of them says so.
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
    for (int step = 0;; step++) {
        int over = MPI_Wtime() - start >= 0.01;
        MPI_Bcast(&over, 1, MPI_INT, 0, MPI_COMM_WORLD);
        if (over)
            break;
        if (step % 5 == 0)
            MPI_Gather(&own, 1, MPI_DOUBLE, all, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Reduce(&own, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%g\n", sum);
    MPI_Finalize();
    return 0;
}
