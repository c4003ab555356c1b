// A setting is taken from the environment, which all ranks are started with alike.
#include <mpi.h>
#include <stdlib.h>

static int number(const char *text, int otherwise)
{
    return text ? atoi(text) : otherwise;
}

int main(int argc, char **argv)
{
    double own = 1.0, sum = 0.0;
    MPI_Init(&argc, &argv);
    int sweeps = number(getenv("SOLVER_SWEEPS"), 3);
    for (int i = 0; i < sweeps; i++)
        MPI_Allreduce(&own, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
