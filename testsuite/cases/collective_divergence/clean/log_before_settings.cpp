// The root writes to its log, a stream that stands in a structure before the settings.
#include <mpi.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

struct Grid {
    std::ofstream log;
    unsigned sweeps;
    std::ostringstream text;
    unsigned passes;
};

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    Grid grid;
    grid.sweeps = argc > 1 ? std::atoi(argv[1]) : 3;
    grid.passes = grid.sweeps;
    if (rank == 0) {
        grid.log << "sweeps known: " << grid.sweeps;
        grid.text << "passes known";
    }
    for (unsigned i = 0; i < grid.sweeps; i++)
        MPI_Barrier(MPI_COMM_WORLD);
    for (unsigned i = 0; i < grid.passes; i++)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
