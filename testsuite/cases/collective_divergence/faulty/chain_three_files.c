// The condition here, the helper in a second file, the collective in a third.
//@ files: parts/chain_three_files/statistics.c parts/chain_three_files/reduction.c
#include <mpi.h>
#include <stdio.h>

double mean_energy(const double *energies, int n);

int main(int argc, char **argv)
{
    double energies[3] = { 1.0, 2.0, 3.0 };
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        printf("mean energy %g\n", mean_energy(energies, 3));
    MPI_Finalize();
    return 0;
}
