// A pointer leads to a procedure of MPI or to a function of the program; the rank chooses.
//@ static: none
#include <mpi.h>
#include <stdio.h>

typedef int step_of(MPI_Comm comm);

static int skip(MPI_Comm comm)
{
    return comm == MPI_COMM_NULL;
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    step_of *step = rank == 0 ? MPI_Barrier : skip;
    printf("%d\n", step(MPI_COMM_WORLD));
    MPI_Finalize();
    return 0;
}
