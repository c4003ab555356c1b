// An error on one rank becomes everybody's error before anybody acts on it.
#include <mpi.h>
#include <stdio.h>

static int local_work(int rank) { return rank == 1 ? -1 : 0; }

static int agree(MPI_Comm comm, int ok)
{
    int all;
    MPI_Allreduce(&ok, &all, 1, MPI_INT, MPI_LAND, comm);
    return all;
}

int main(int argc, char **argv)
{
    int rank, ok, sum = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    ok = local_work(rank) == 0;
    if (!agree(MPI_COMM_WORLD, ok) && !ok) {
        MPI_Finalize();
        return 0;
    }
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); //~ collective_divergence
    MPI_Finalize();
    return 0;
}
