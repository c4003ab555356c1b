/* Even ranks wait in one communicator, odd ranks in the other. */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    MPI_Comm physics, chemistry;
    int rank, in = 1, out = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &physics);
    MPI_Comm_dup(MPI_COMM_WORLD, &chemistry);
    if (rank == 0) {
        MPI_Allreduce(&in, &out, 1, MPI_INT, MPI_SUM, physics); //~ collective_divergence
        MPI_Barrier(chemistry);
    } else {
        MPI_Barrier(chemistry);
        MPI_Allreduce(&in, &out, 1, MPI_INT, MPI_SUM, physics);
    }
    if (rank == 0) {
        MPI_Comm_free(&physics);
        MPI_Barrier(MPI_COMM_WORLD);
    } else {
        MPI_Barrier(MPI_COMM_WORLD);
    }
    if (physics != MPI_COMM_NULL)
        MPI_Comm_free(&physics);
    if (rank == 0)
        printf("%d\n", out);
    MPI_Comm_free(&chemistry);
    MPI_Finalize();
    return 0;
}
