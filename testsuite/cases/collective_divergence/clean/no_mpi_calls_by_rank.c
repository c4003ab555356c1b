// A rank-dependent loop without a collective in it.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size;
    double local = 0.0, pi = 0.0;
    const int n = 100000;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = rank; i < n; i += size) {
        double x = (i + 0.5) / n;
        local += 4.0 / (1.0 + x * x);
    }
    local /= n;
    MPI_Reduce(&local, &pi, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%.6f\n", pi);
    MPI_Finalize();
    return 0;
}
