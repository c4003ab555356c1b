// Diagnostics printed by the root ask for a global value two calls down.
//@ flags: -lm
#include <mpi.h>
#include <stdio.h>
#include <math.h>

typedef struct {
    int n;
    double values[16];
    MPI_Comm comm;
} vector;

static double dot(const vector *a, const vector *b)
{
    double local = 0.0, global;
    for (int i = 0; i < a->n; i++)
        local += a->values[i] * b->values[i];
    MPI_Allreduce(&local, &global, 1, MPI_DOUBLE, MPI_SUM, a->comm);
    return global;
}

static double norm(const vector *a) { return sqrt(dot(a, a)); }

static void report(const vector *a, int rank)
{
    double value = norm(a);
    if (rank == 0)
        printf("norm %.3f\n", value);
}

int main(int argc, char **argv)
{
    vector v = { .n = 16, .comm = MPI_COMM_NULL };
    int rank;
    MPI_Init(&argc, &argv);
    v.comm = MPI_COMM_WORLD;
    MPI_Comm_rank(v.comm, &rank);
    for (int i = 0; i < v.n; i++)
        v.values[i] = 1.0;
    report(&v, rank);
    MPI_Finalize();
    return 0;
}
