// MPI 4: all ranks make persistent collectives and start them as often, each rank in an order of its own.
// Open MPI 4.1 does not have them.
//@ mpi: mpich
//@ ranks: 3
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
    work = 3;
    MPI_Bcast_init(&own, 1, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &step[0]);
    MPI_Allreduce_init(&own, &largest, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD, MPI_INFO_NULL, &step[1]);
    for (int round = 0; round < work; round++) {
        for (int i = 0; i < 2; i++)
            MPI_Start(&step[(i + rank) % 2]);
        MPI_Waitall(2, step, MPI_STATUSES_IGNORE);
    }
    for (int i = 0; i < 2; i++)
        MPI_Request_free(&step[i]);
    if (rank == 0)
        printf("%d\n", largest);
    MPI_Finalize();
    return 0;
}
