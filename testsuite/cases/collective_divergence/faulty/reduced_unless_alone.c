// Each rank's error is replaced by the largest one only where there are many ranks.
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, step = 0;
    double error = 1e30, largest;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    while (step++ < 1000 && error > 1) {
        error = (rank + 100.0) / step;
        MPI_Allreduce(&error, &largest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD); //~ collective_divergence
        if (size > 1000)
            error = largest;
    }
    MPI_Finalize();
    return 0;
}
