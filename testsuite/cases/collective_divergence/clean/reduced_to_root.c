// The result of MPI_Reduce is at the root; the others keep what they had.
#include <mpi.h>

int main(int argc, char **argv)
{
    double error = 0.5, worst = 0.0;
    int rounds = 0;
    MPI_Init(&argc, &argv);
    MPI_Allreduce(&error, &worst, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    while (worst > 0.1) {
        worst *= 0.5;
        rounds++;
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return rounds > 9;
}
