// The root reads its options as text; where that fails all ranks are told, and leave.
#include <mpi.h>

#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, steps = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        std::string text = argc > 1 ? argv[1] : "none";
        std::vector<std::string> words{text, "steps"};
        steps = std::atoi(words[0].c_str());
    }
    MPI_Bcast(&steps, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (steps == 0) {
        std::string text = "steps are missing";
        if (rank == 0)
            std::cout << text << "\n";
        MPI_Finalize();
        return 0;
    }
    for (int step = 0; step < steps; step++)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
