// Every rank enters the loop, but not equally often.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size;
    double local = 1.0, global = 0.0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int step = 0; step < 2 + rank; step++) {
        local = local * 0.5 + rank;
        MPI_Allreduce(&local, &global, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD); //~ collective_divergence
    }
    if (rank == 0)
        printf("%g\n", global);
    MPI_Finalize();
    return 0;
}
