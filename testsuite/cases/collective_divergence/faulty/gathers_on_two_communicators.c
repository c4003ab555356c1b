// Parts are put together and shared out again on a communicator and on a copy of it, in an order of their own on odd ranks.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, part[16] = {0}, all[16] = {0}, counts[8], starts[8];
    MPI_Comm copy;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size > 8)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    for (int i = 0; i < size; i++) {
        counts[i] = 2;
        starts[i] = 2 * i;
    }
    if (rank % 2) {
        MPI_Allgatherv(part, counts[rank], MPI_INT, all, counts, starts, MPI_INT, MPI_COMM_WORLD); //~ collective_divergence
        MPI_Alltoallv(all, counts, starts, MPI_INT, part, counts, starts, MPI_INT, copy);
    } else {
        MPI_Alltoallv(all, counts, starts, MPI_INT, part, counts, starts, MPI_INT, copy);
        MPI_Allgatherv(part, counts[rank], MPI_INT, all, counts, starts, MPI_INT, MPI_COMM_WORLD);
    }
    if (rank == 0)
        printf("%d\n", all[0]);
    MPI_Comm_free(&copy);
    MPI_Finalize();
    return 0;
}
