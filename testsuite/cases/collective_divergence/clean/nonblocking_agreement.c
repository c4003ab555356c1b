// The norm is summed up while the next step is computed; all ranks need it, not only the root.
#include <mpi.h>
#include <stdio.h>

struct pending {
    MPI_Request request;
    double local, global;
};

static void begin(struct pending *pending, double value, MPI_Comm comm)
{
    pending->local = value;
    pending->global = 0.0;
    MPI_Iallreduce(&pending->local, &pending->global, 1, MPI_DOUBLE, MPI_SUM, comm, &pending->request);
}

static double end(struct pending *pending)
{
    MPI_Wait(&pending->request, MPI_STATUS_IGNORE);
    return pending->global;
}

int main(int argc, char **argv)
{
    struct pending norm;
    double x = 1.0, correction = 0.0;
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    begin(&norm, x * x, MPI_COMM_WORLD);
    x *= 0.5;
    if (end(&norm) > 0.5)
        MPI_Bcast(&correction, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%g\n", x + correction);
    MPI_Finalize();
    return 0;
}
