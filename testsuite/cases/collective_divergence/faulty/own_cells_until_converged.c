// Each rank goes over as many cells as it has until these have converged, not those of all.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

struct outcome {
    int iterations, converged;
    double residual;
};

static double norm(const double *cells, int count)
{
    double own = 0;
    for (int i = 0; i < count; i++)
        own += cells[i] * cells[i];
    return own;
}

static struct outcome relax(double *cells, int count, int most, double tolerance)
{
    struct outcome outcome = {0, 0, 1.0};
    while (outcome.iterations < most) {
        for (int i = 0; i < count; i++)
            cells[i] *= 0.5;
        outcome.iterations++;
        outcome.residual = norm(cells, count);
        if (outcome.residual < tolerance) {
            outcome.converged = 1;
            break;
        }
    }
    return outcome;
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int count = 3 + rank;
    double *cells = malloc(count * sizeof *cells);
    for (int i = 0; i < count; i++)
        cells[i] = i + rank;
    struct outcome outcome = relax(cells, count, 4, 0.1);
    if (!outcome.converged) {
        if (rank == 0)
            fprintf(stderr, "no convergence\n");
        MPI_Finalize();
        return 1;
    }
    double sum, own = cells[0];
    MPI_Reduce(&own, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD); //~ collective_divergence
    if (rank == 0)
        printf("%d %g\n", outcome.iterations, sum);
    free(cells);
    MPI_Finalize();
    return 0;
}
