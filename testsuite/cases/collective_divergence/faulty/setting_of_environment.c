// Each rank takes its number from the environment, where the launcher has put it, and sweeps so often.
//@ static: none
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
    int sweeps = number(getenv("PMI_RANK"), number(getenv("OMPI_COMM_WORLD_RANK"), 0));
    for (int i = 0; i < sweeps; i++)
        MPI_Allreduce(&own, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
