// All ranks stop when the worst part has converged.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, sweeps = 0;
    double u, old, change, worst;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    u = 10.0 * (rank + 1);
    do {
        old = u;
        u = 0.5 * u;
        change = old - u;
        MPI_Allreduce(&change, &worst, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
        sweeps++;
    } while (worst > 1.0);
    if (rank == 0)
        printf("%d sweeps\n", sweeps);
    MPI_Finalize();
    return 0;
}
