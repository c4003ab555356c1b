// Rank 0 throws where it has too few ranks, and goes on behind the barrier; a tree is destroyed on the way.
#include <map>
#include <memory>
#include <mpi.h>
#include <stdexcept>
#include <string>
#include <vector>

struct Node {
    std::map<std::string, std::unique_ptr<Node>> below;
};

static void collect(int rank, std::vector<int> &all)
{
    int size;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    all.resize(size);
    MPI_Gather(&rank, 1, MPI_INT, all.data(), 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (rank == 0 && size < 64)
        throw std::runtime_error("ranks are missing");
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    try {
        Node settings;
        settings.below["solver"] = std::make_unique<Node>();
        std::vector<int> all;
        collect(rank, all);
        MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
    } catch (const std::runtime_error &) {
    }
    MPI_Finalize();
    return 0;
}
