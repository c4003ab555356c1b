// Ranks tell each other whether anything went wrong: the first one asks all and answers, then each two exchange theirs.
//@ ranks: 4
#include <mpi.h>

static int ask_all(int failed)
{
    int rank, size, any = failed;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0) {
        for (int i = 1; i < size; i++) {
            int theirs;
            MPI_Recv(&theirs, 1, MPI_INT, i, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            any |= theirs;
        }
        for (int i = 1; i < size; i++)
            MPI_Send(&any, 1, MPI_INT, i, 2, MPI_COMM_WORLD);
    } else {
        MPI_Send(&failed, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
        MPI_Recv(&any, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    return any;
}

static int exchange(int failed)
{
    int rank, size, any = failed, theirs;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int distance = 1; distance < size; distance *= 2) {
        MPI_Sendrecv(&any, 1, MPI_INT, rank ^ distance, 3, &theirs, 1, MPI_INT, rank ^ distance, 3, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        any |= theirs;
    }
    return any;
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (ask_all(rank > 2))
        MPI_Barrier(MPI_COMM_WORLD);
    if (exchange(rank > 2))
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
