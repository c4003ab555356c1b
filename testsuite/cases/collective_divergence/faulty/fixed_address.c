// A program that is not made to be moved, one rank of which leaves a barrier out.
//@ flags: -fno-pie -no-pie
//@ check: all
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, token = 0, sum = 0;
    MPI_Comm all;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_dup(MPI_COMM_WORLD, &all);
    MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % size, 0, &token, 1, MPI_INT, (rank + size - 1) % size, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Allreduce(&token, &sum, 1, MPI_INT, MPI_SUM, all);
    if (rank > 0)
        MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
    printf("rank %d: %d of %d\n", rank, token, sum);
    MPI_Comm_free(&all);
    MPI_Finalize();
    return 0;
}
