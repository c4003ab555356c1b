// One rank has had enough of the iteration before the others.
#include <mpi.h>
#include <math.h>
#include <stdio.h>

#define MAX_ITERATIONS 20

int main(int argc, char *argv[])
{
    int rank;
    double residual, worst = 0.0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    residual = 1.0 + rank;
    int iteration;
    for (iteration = 0; iteration < MAX_ITERATIONS; ++iteration) {
        residual *= 0.5;
        if (residual < 1e-2)
            break;
        MPI_Allreduce(&residual, &worst, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD); //~ collective_divergence
    }
    if (rank == 0)
        printf("%g\n", worst);
    MPI_Finalize();
    return 0;
}
