/* Calls that return at once are ordered on their own communicator only: even ranks begin with one, odd ranks
   with the other. Freeing is local in effect: rank 0 frees before the barrier, the others behind it. */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    MPI_Comm physics, chemistry, copy[2];
    MPI_Request requests[2];
    int rank, in = 1, out = 0, sum = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &physics);
    MPI_Comm_dup(MPI_COMM_WORLD, &chemistry);
    if (rank % 2 == 0) {
        MPI_Comm_idup(physics, &copy[0], &requests[0]);
        MPI_Comm_idup(chemistry, &copy[1], &requests[1]);
    } else {
        MPI_Comm_idup(chemistry, &copy[1], &requests[1]);
        MPI_Comm_idup(physics, &copy[0], &requests[0]);
    }
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Allreduce(&in, &sum, 1, MPI_INT, MPI_SUM, copy[0]);
    if (rank == 0) {
        MPI_Iallreduce(&in, &out, 1, MPI_INT, MPI_SUM, physics, &requests[0]);
        MPI_Ibarrier(chemistry, &requests[1]);
    } else {
        MPI_Ibarrier(chemistry, &requests[1]);
        MPI_Iallreduce(&in, &out, 1, MPI_INT, MPI_SUM, physics, &requests[0]);
    }
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    if (rank == 0) {
        MPI_Comm_free(&physics);
        MPI_Barrier(MPI_COMM_WORLD);
    } else {
        MPI_Barrier(MPI_COMM_WORLD);
    }
    if (physics != MPI_COMM_NULL)
        MPI_Comm_free(&physics);
    if (rank == 0)
        printf("%d %d\n", sum, out);
    MPI_Comm_free(&chemistry);
    MPI_Comm_free(&copy[0]);
    MPI_Comm_free(&copy[1]);
    MPI_Finalize();
    return 0;
}
