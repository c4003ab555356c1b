// The mode follows from the rank; asking for both contradicts itself.
#include <mpi.h>
#include <stdio.h>

enum mode { MASTER, WORKER };

static void debug_barrier(const char *where)
{
    fprintf(stderr, "%s\n", where);
    MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
}

int main(int argc, char **argv)
{
    enum mode mode;
    int rank, size, work = 3, sum = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0)
        mode = MASTER;
    else
        mode = WORKER;
    MPI_Reduce(&work, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (mode == WORKER && rank != 1)
        debug_barrier("worker out of order");
    if (mode == MASTER)
        printf("%d\n", sum);
    MPI_Finalize();
    return 0;
}
