// A master polls for requests and leaves the loop by itself; workers hold no second barrier.
#include <mpi.h>

enum { WORK = 1, STOP = 2 };

static void master(int workers, MPI_Comm comm)
{
    int open = workers, flag, request;
    while (open > 0) {
        MPI_Status status;
        MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &flag, &status);
        if (!flag)
            continue;
        MPI_Recv(&request, 1, MPI_INT, status.MPI_SOURCE, status.MPI_TAG, comm, MPI_STATUS_IGNORE);
        if (status.MPI_TAG == STOP) {
            open--;
        }
    }
    MPI_Barrier(comm);
}

static void worker(int jobs, MPI_Comm comm)
{
    for (int job = 0; job < jobs; job++)
        MPI_Send(&job, 1, MPI_INT, 0, WORK, comm);
    MPI_Send(&jobs, 1, MPI_INT, 0, STOP, comm);
    MPI_Barrier(comm);
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0)
        master(size - 1, MPI_COMM_WORLD);
    else
        worker(rank, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
