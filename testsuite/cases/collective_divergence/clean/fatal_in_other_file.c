// A check fails on one rank: does the function in the other file end the job, or this process only?
//@ files: parts/fatal_in_other_file/fatal.c
#include <mpi.h>

void fatal(const char *message, int status);

int main(int argc, char **argv)
{
    double density = 1.0, total = 0.0;
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 1 && argc > 20)
        fatal("negative density", 1);
    MPI_Allreduce(&density, &total, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
