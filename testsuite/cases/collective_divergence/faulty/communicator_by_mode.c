/* Only some ranks write, and only they wait for all. */
//@ args: 2
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static MPI_Comm writers_of(int mode)
{
    MPI_Comm writers = MPI_COMM_NULL;
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    switch (mode) {
    case 0:
        writers = MPI_COMM_WORLD;
        break;
    case 1:
        MPI_Comm_dup(MPI_COMM_WORLD, &writers);
        break;
    case 2:
        MPI_Comm_split(MPI_COMM_WORLD, rank < 2 ? 1 : MPI_UNDEFINED, rank, &writers);
        break;
    }
    return writers;
}

int main(int argc, char **argv)
{
    int total = 0, one = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm writers = writers_of(argc > 1 ? atoi(argv[1]) : 0);
    if (writers != MPI_COMM_NULL) {
        MPI_Allreduce(&one, &total, 1, MPI_INT, MPI_SUM, writers);
        printf("%d write\n", total);
    }
    if (writers != MPI_COMM_NULL)
        MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
    if (writers != MPI_COMM_NULL && writers != MPI_COMM_WORLD)
        MPI_Comm_free(&writers);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
