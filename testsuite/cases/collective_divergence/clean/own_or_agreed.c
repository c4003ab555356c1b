// A rank's own error, or that of any rank: if there is one all know, whichever a rank goes on with.
//@ ranks: 4
#include <mpi.h>
#include <stdio.h>

static int open_level(int rank, int level)
{
    return rank == 2 && level > 3 ? -1 : 0;
}

int main(int argc, char **argv)
{
    int rank, size, all, most, least;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int any, error = rank == 1 && size > 64;
    MPI_Allreduce(&error, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    if (any && !error)
        error = any;
    if (error) {
        MPI_Finalize();
        return 1;
    }
    int status = open_level(rank, size - 4), worst;
    MPI_Allreduce(&status, &worst, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    if (status == 0)
        status = worst;
    if (status < 0) {
        MPI_Finalize();
        return 1;
    }
    int failed = rank > 8;
    MPI_Allreduce(&failed, &all, 1, MPI_INT, MPI_LOR, MPI_COMM_WORLD);
    failed |= all;
    if (!failed)
        MPI_Barrier(MPI_COMM_WORLD);
    int own = rank + 1;
    MPI_Allreduce(&own, &most, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    MPI_Allreduce(&own, &least, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    for (int i = 0; i < (own > most ? own : most); i++)
        MPI_Barrier(MPI_COMM_WORLD);
    if (own < least)
        least = own;
    for (int i = 0; i < least; i++)
        MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d\n", least);
    MPI_Finalize();
    return 0;
}
