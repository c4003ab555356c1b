// Ranks take turns; one that cannot read throws on its way, and is caught behind the loop.
#include <mpi.h>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <string>

static void read(int rank)
{
    std::string name(rank == 1 ? "/nowhere/at/all" : "/dev/null");
    std::ifstream in(name);
    if (!in)
        throw std::runtime_error("cannot read " + name);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    try {
        for (int turn = 0; turn < size; turn++) {
            if (turn == rank)
                read(rank);
            MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
        }
    } catch (const std::exception &problem) {
        std::cerr << problem.what() << "\n";
    }
    MPI_Finalize();
    return 0;
}
