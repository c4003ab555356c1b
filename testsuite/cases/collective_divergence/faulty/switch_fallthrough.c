// Roles fall through to what they share; the last one leaves before.
#include <mpi.h>
#include <stdio.h>

enum role { COORDINATOR, WORKER, SPARE };

static enum role role_of(int rank, int size)
{
    if (rank == 0)
        return COORDINATOR;
    return rank == size - 1 ? SPARE : WORKER;
}

static int perform(enum role role)
{
    int done = 0, all = 0;
    switch (role) {
    case COORDINATOR:
        printf("coordinator\n");
        /* fall through */
    case WORKER:
        done = 1;
        /* fall through */
    case SPARE:
        if (role == SPARE)
            break;
        MPI_Allreduce(&done, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); //~ collective_divergence
        done += all;
    }
    return done;
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    perform(role_of(rank, size));
    MPI_Finalize();
    return 0;
}
