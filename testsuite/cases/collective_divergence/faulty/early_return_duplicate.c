// The server has a main of its own and ends the program itself, with the same calls as the workers.
#include <mpi.h>
#include <stdio.h>

static int finish(MPI_Comm comm)
{
    MPI_Barrier(comm);
    return MPI_Finalize() == MPI_SUCCESS ? 0 : 1;
}

static int serve(int workers)
{
    int request, total = 0, nothing = 0;
    for (int served = 0; served < workers; served++) {
        MPI_Recv(&request, 1, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    (void)nothing;
    printf("total %d\n", total);
    return finish(MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    int rank, size, work = 5;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0)
        return serve(size - 1);
    MPI_Send(&work, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
    MPI_Reduce(&work, NULL, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD); //~ collective_divergence
    return finish(MPI_COMM_WORLD);
}
