// Whether there is a tolerance, and which, the root tells, but nobody listens.
//@ args: 0.5
#include <cstdlib>
#include <iostream>
#include <mpi.h>
#include <optional>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    std::optional<double> tolerance;
    if (rank == 0 && argc > 1)
        tolerance = std::atof(argv[1]);
    int has = tolerance.has_value();
    double value = tolerance.value_or(0);
    MPI_Bcast(&has, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(&value, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    if (tolerance)
        MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
    if (rank == 0)
        std::cout << "done\n";
    MPI_Finalize();
}
