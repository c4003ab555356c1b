// A callee is handed where the pointer to a flag is kept, and lets it point to another one that all ranks have.
#include <mpi.h>
#include <stdio.h>

static int always = 1, too = 1, first;
static int *decides;
static int **slot;

static void __attribute__((noinline)) turn(int **where)
{
    *where = &too;
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    first = rank == 0;
    slot = &decides;
    decides = &always;
    turn(slot);
    if (*decides)
        MPI_Barrier(MPI_COMM_WORLD);
    printf("%d %d on rank %d\n", first, too, rank);
    MPI_Finalize();
    return 0;
}
