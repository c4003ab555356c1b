// Work is handed out by messages; the only collectives are at the ends.
#include <mpi.h>
#include <stdio.h>

#define STOP (-1)

static int master(int workers, int tasks)
{
    int next = 0, done = 0, active = 0;
    MPI_Status status;
    for (int w = 1; w <= workers; w++) {
        int task = next < tasks ? next++ : STOP;
        MPI_Send(&task, 1, MPI_INT, w, 0, MPI_COMM_WORLD);
        active += task != STOP;
    }
    while (active > 0) {
        int result;
        MPI_Recv(&result, 1, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &status);
        done++;
        int task = next < tasks ? next++ : STOP;
        MPI_Send(&task, 1, MPI_INT, status.MPI_SOURCE, 0, MPI_COMM_WORLD);
        active -= task == STOP;
    }
    return done;
}

static int worker(void)
{
    int task, done = 0;
    for (;;) {
        MPI_Recv(&task, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (task == STOP)
            return done;
        done++;
        MPI_Send(&task, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
    }
}

int main(int argc, char **argv)
{
    int rank, size, done, total = 0, tasks = 20;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Bcast(&tasks, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (rank == 0)
        done = size > 1 ? master(size - 1, tasks) : 0;
    else
        done = worker();
    MPI_Reduce(&done, &total, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d\n", total);
    MPI_Finalize();
    return 0;
}
