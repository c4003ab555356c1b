// All agree whether anybody has failed, and each rank asks for its own failure beside that, before or after it.
#include <mpi.h>
#include <stdio.h>

static int checked(int rank)
{
    int bad = rank > 7, all_good, good;
    if (rank == 0) {
        FILE *file = fopen("/", "w");
        if (file)
            bad = 1;
    }
    good = bad ? 0 : 1;
    MPI_Allreduce(&good, &all_good, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    return bad || !all_good ? -1 : 0;
}

int main(int argc, char **argv)
{
    int rank, failed = 0, any, sum;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        FILE *file = fopen("/", "w");
        failed = file != NULL;
    }
    MPI_Allreduce(&failed, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    if (any || failed) {
        MPI_Finalize();
        return 1;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Allreduce(&failed, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (failed)
        fprintf(stderr, "rank %d has failed\n", rank);
    if (failed || sum > 0) {
        MPI_Finalize();
        return 1;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (checked(rank) != 0) {
        MPI_Finalize();
        return 1;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    for (int step = 0;; step++) {
        int done = step > rank, all_done;
        MPI_Allreduce(&done, &all_done, 1, MPI_INT, MPI_LAND, MPI_COMM_WORLD);
        if (done && all_done)
            break;
    }
    MPI_Finalize();
    return 0;
}
