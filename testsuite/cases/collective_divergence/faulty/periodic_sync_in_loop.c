// Every hundredth particle the ranks agree on the time step, but they have not equally many.
#include <mpi.h>
#include <stdlib.h>

static double advance(double *x, int n, double dt, int rounds)
{
    int moved = 0;
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < n; i++) {
            x[i] += dt;
            if (++moved % 100 == 0)
                MPI_Allreduce(MPI_IN_PLACE, &dt, 1, MPI_DOUBLE, MPI_MIN, MPI_COMM_WORLD); //~ collective_divergence
        }
    }
    return dt * moved;
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int n = 60 + 60 * rank;
    double *x = calloc(n, sizeof *x);
    if (x == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    advance(x, n, 0.1, 3);
    free(x);
    MPI_Finalize();
    return 0;
}
