// Two functions that call each other, one collective in each.
#include <mpi.h>

static void even(int n);

static void odd(int n)
{
    int sum;
    if (n <= 0)
        return;
    MPI_Allreduce(&n, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    even(n - 1);
}

static void even(int n)
{
    if (n <= 0)
        return;
    MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
    odd(n - 1);
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    even(2 * (rank == 0));
    MPI_Finalize();
    return 0;
}
