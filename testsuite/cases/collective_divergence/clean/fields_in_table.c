// What is computed for several fields is left where a table of their addresses says; each is the same on all ranks.
#include <mpi.h>
#include <stdio.h>

struct fields {
    double **values;
    int count;
};

static void __attribute__((noinline)) update(struct fields *f, double by)
{
    for (int i = 0; i < f->count; i++)
        *f->values[i] += by;
}

int main(int argc, char **argv)
{
    int rank, size;
    double energy = 1, mass = 1;
    double *values[2] = {&energy, &mass};
    struct fields f = {values, 2};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    update(&f, size);
    if (mass < 2)
        MPI_Barrier(MPI_COMM_WORLD);
    printf("%g %g on rank %d\n", energy, mass, rank);
    MPI_Finalize();
    return 0;
}
