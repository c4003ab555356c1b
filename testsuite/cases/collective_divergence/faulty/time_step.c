// Explicit time stepping: the step has to be the smallest of all ranks.
#include <mpi.h>
#include <stdio.h>

static double largest_speed(const double *u, int n)
{
    double speed = 0.1;
    for (int i = 0; i < n; i++)
        if (u[i] > speed)
            speed = u[i];
    return speed;
}

int main(int argc, char **argv)
{
    enum { N = 10 };
    double u[N], time = 0.0, dt, smallest, mass, total = 0.0;
    int rank, steps = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < N; i++)
        u[i] = 1.0 + rank;
    while (time < 1.0) {
        dt = 0.25 / largest_speed(u, N);
        smallest = dt;
        time += smallest;
        mass = N;
        MPI_Reduce(&mass, &total, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD); //~ collective_divergence
        steps++;
    }
    if (rank == 0)
        printf("%d %g\n", steps, total);
    MPI_Finalize();
    return 0;
}
