// Figure 5.3: the fault is in g and has to be told where f calls it, too.
#include <mpi.h>

static void g(int flag, int *sum)
{
    int one = 1;
    MPI_Barrier(MPI_COMM_WORLD);
    if (flag)
        MPI_Allreduce(&one, sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); //~ collective_divergence
}

static int f(int flag, int direct)
{
    int sum = 0;
    if (direct)
        MPI_Barrier(MPI_COMM_WORLD);
    else
        g(flag, &sum);
    return sum;
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    f(rank < 2, size == 1);
    MPI_Finalize();
    return 0;
}
