// A rank's own error, or that of any rank, taken for one another where they are not the same.
//@ ranks: 4
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, any, all, most, least;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int error = rank == 1 && size > 2;
    MPI_Allreduce(&error, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    if (any && error)
        MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
    int code = rank - 1, highest;
    MPI_Allreduce(&code, &highest, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    if (!highest || code < 0)
        MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
    int failed = rank > 2;
    MPI_Allreduce(&failed, &all, 1, MPI_INT, MPI_LAND, MPI_COMM_WORLD);
    if (failed || all)
        MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
    int own = rank + 1;
    MPI_Allreduce(&own, &most, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    MPI_Allreduce(&own, &least, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    for (int i = 0; i < (own < most ? own : most); i++)
        MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
    if (own > least)
        least = own;
    if (least > 2)
        MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
    MPI_Finalize();
    return 0;
}
