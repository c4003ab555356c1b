// A role per rank; one role does not take part.
#include <mpi.h>
#include <stdio.h>

enum role { COORDINATOR, READER, WRITER };

static enum role role_of(int rank)
{
    switch (rank) {
    case 0: return COORDINATOR;
    case 1: return READER;
    default: return WRITER;
    }
}

int main(int argc, char **argv)
{
    int rank, parameters[2] = { 3, 4 };
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    switch (role_of(rank)) {
    case COORDINATOR:
        parameters[0] = 7;
        MPI_Bcast(parameters, 2, MPI_INT, 0, MPI_COMM_WORLD);
        break;
    case READER:
        MPI_Bcast(parameters, 2, MPI_INT, 0, MPI_COMM_WORLD);
        break;
    case WRITER:
        MPI_Bcast(parameters, 2, MPI_INT, 0, MPI_COMM_WORLD);
        break;
    }
    printf("rank %d: %d\n", rank, parameters[0] == 7);
    MPI_Finalize();
    return 0;
}
