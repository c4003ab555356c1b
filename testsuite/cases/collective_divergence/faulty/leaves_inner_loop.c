// Each rank ends the iterations by its own residual: it is that condition that is wrong, not the number of iterations.
//@ says: if (residual(n) < tolerance)
#include <math.h>
#include <mpi.h>
#include <stdio.h>

static double x[64];

static double residual(int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += fabs(x[i]);
    return sum;
}

static int solve(int n, double tolerance, int most)
{
    int iteration;
    for (iteration = 0; iteration < most; iteration++) {
        double mine = 0, product;
        for (int i = 0; i < n; i++)
            mine += x[i] * x[i];
        MPI_Allreduce(&mine, &product, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); //~ collective_divergence
        for (int i = 0; i < n; i++)
            x[i] *= 0.5 + 1e-9 * product;
        if (residual(n) < tolerance)
            break;
    }
    return iteration;
}

int main(int argc, char **argv)
{
    int rank, iterations = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 64; i++)
        x[i] = (rank + 1) * (i + 1);
    for (int step = 0; step < 10; step++)
        iterations += solve(64, 1e-3, 100);
    if (rank == 0)
        printf("%d iterations\n", iterations);
    MPI_Finalize();
    return 0;
}
