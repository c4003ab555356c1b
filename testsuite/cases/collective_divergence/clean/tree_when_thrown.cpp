// Rank 0 may throw what nobody catches, which ends the job, while main has a tree that would be destroyed.
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
    if (rank == 0 && all.back() != size - 1)
        throw std::runtime_error("ranks are missing");
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    Node settings;
    settings.below["solver"] = std::make_unique<Node>();
    std::vector<int> all;
    collect(rank, all);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
