// A helper marks the slot of the rank that is done; all look at that of the first.
//@ ranks: 4
//@ static: none
#include <mpi.h>
#include <stdio.h>

struct progress {
    MPI_Comm comm;
    int done[4];
    int rounds;
};

static void mark(int *slots, int which)
{
    slots[which] = 1;
}

int main(int argc, char **argv)
{
    struct progress p;
    int rank;
    MPI_Init(&argc, &argv);
    p.comm = MPI_COMM_WORLD;
    MPI_Comm_rank(p.comm, &rank);
    p.rounds = 2;
    p.done[0] = 0;
    p.done[1] = 0;
    mark(p.done, rank);
    if (p.done[0])
        MPI_Barrier(p.comm);
    for (int i = 0; i < p.rounds; i++)
        MPI_Barrier(p.comm);
    if (rank == 0)
        printf("%d\n", p.rounds);
    MPI_Finalize();
    return 0;
}
