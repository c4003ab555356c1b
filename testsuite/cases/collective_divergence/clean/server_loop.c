// Root sends commands by broadcast; all others serve them. Which reduction meets which is a
// matter of the data that are sent.
#include <mpi.h>

enum command { STOP, SUM, SYNC };

static void command(enum command c)
{
    int code = c;
    MPI_Bcast(&code, 1, MPI_INT, 0, MPI_COMM_WORLD);
}

static void serve(void)
{
    int code, one = 1, sum;
    for (;;) {
        MPI_Bcast(&code, 1, MPI_INT, 0, MPI_COMM_WORLD);
        switch (code) {
        case SUM:
            MPI_Reduce(&one, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
            break;
        case SYNC:
            MPI_Barrier(MPI_COMM_WORLD);
            break;
        case STOP:
            return;
        }
    }
}

int main(int argc, char **argv)
{
    int rank, one = 1, sum = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        command(SUM);
        MPI_Reduce(&one, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
        command(STOP);
    } else {
        serve();
    }
    MPI_Finalize();
    return 0;
}
