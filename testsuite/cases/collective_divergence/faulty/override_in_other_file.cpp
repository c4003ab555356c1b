// The base class is called here, the overrides are in another file, and so is the choice.
//@ files: parts/override_in_other_file/solver.h parts/override_in_other_file/solvers.cpp
#include "parts/override_in_other_file/solver.h"

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const Solver &solver = choose_solver(rank > 0);
    const double x = solver.solve(2.0);
    MPI_Finalize();
    return x > 0.0 ? 0 : 1;
}
