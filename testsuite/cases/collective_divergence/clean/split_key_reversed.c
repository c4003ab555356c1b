// The key turns the order round: who is first in the part is not first in the world, but still one of many.
#include <mpi.h>

static void announce(MPI_Comm comm, int first)
{
    int token = first ? 99 : 0;
    MPI_Bcast(&token, 1, MPI_INT, 0, comm);
}

int main(int argc, char **argv)
{
    MPI_Comm reversed;
    int rank, size, place;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_split(MPI_COMM_WORLD, 0, size - rank, &reversed);
    MPI_Comm_rank(reversed, &place);
    announce(reversed, place == 0);
    MPI_Comm_free(&reversed);
    MPI_Finalize();
    return 0;
}
