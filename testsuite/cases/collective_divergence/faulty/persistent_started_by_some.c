// MPI 4: all ranks make the persistent collectives, and the last rank does not start one of them.
// Open MPI 4.1 does not have them.
//@ mpi: mpich
//@ static: none
//@ ranks: 3
//@ says: ranks wait for others to begin what they have begun
//@ says: waits for rank 2 to start what MPI_Allreduce_init has made on MPI_COMM_WORLD
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    MPI_Request step[2];
    int rank, size, own, largest = 0, work;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    own = 1;
    work = rank == size - 1 ? 2 : 3;
    MPI_Bcast_init(&own, 1, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &step[0]);
    MPI_Allreduce_init(&own, &largest, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD, MPI_INFO_NULL, &step[1]);
    for (int round = 0; round < work; round++) {
        MPI_Startall(2, step);
        MPI_Waitall(2, step, MPI_STATUSES_IGNORE);
    }
    for (int i = 0; i < 2; i++)
        MPI_Request_free(&step[i]);
    if (rank == 0)
        printf("%d\n", largest);
    MPI_Finalize();
    return 0;
}
