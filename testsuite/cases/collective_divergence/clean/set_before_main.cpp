// Solvers are added to a registry by constructors of variables, before main.
//@ files: parts/set_before_main/registry.cpp parts/set_before_main/solver.cpp
#include <mpi.h>

#include <cstdio>

#include "parts/set_before_main/registry.hpp"

static bool added = Registry::add("iterative", false);

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    double own = 1.0, sum = 0.0;
    for (int i = 0; i < Registry::count(); i++)
        MPI_Allreduce(&own, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    if (!added)
        std::printf("not added\n");
    MPI_Finalize();
    return 0;
}
