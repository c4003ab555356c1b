// The dot product is called by the whole team; a single region sums over the ranks.
//@ flags: -fopenmp
//@ ranks: 2
#include <math.h>
#include <mpi.h>
#include <stdio.h>

#define N 32

static double x[N], r[N], p[N], q[N], partial, result;

static double dot(const double *a, const double *b)
{
#pragma omp single
    partial = 0.0;
#pragma omp for reduction(+ : partial)
    for (int i = 0; i < N; i++)
        partial += a[i] * b[i];
#pragma omp single
    MPI_Allreduce(&partial, &result, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    double value = result;
#pragma omp barrier
    return value;
}

static void solve(int steps)
{
    double rho = dot(r, r);
    for (int s = 0; s < steps && rho > 1e-20; s++) {
#pragma omp for
        for (int i = 0; i < N; i++)
            q[i] = (2.0 + i % 3) * p[i];
        double alpha = rho / dot(p, q);
#pragma omp for
        for (int i = 0; i < N; i++) {
            x[i] += alpha * p[i];
            r[i] -= alpha * q[i];
        }
        double next = dot(r, r), beta = next / rho;
#pragma omp for
        for (int i = 0; i < N; i++)
            p[i] = r[i] + beta * p[i];
        rho = next;
    }
}

int main(int argc, char **argv)
{
    int rank, provided;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < N; i++)
        r[i] = p[i] = 1.0;
#pragma omp parallel num_threads(3)
    solve(6);
    printf("rank %d: %.6f %.6f %.6f\n", rank, x[0], x[1], x[2]);
    MPI_Finalize();
    return 0;
}
