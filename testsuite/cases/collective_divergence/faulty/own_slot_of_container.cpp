// Each rank reports to its own slot of a container; all look at the second one.
#include <mpi.h>

#include <array>
#include <vector>

namespace {

bool finished_early(int rank)
{
    std::array<int, 8> state {};
    state[0] = 1;
    state[1] = 0;
    state[rank] = 2;
    return state[1] == 2;
}

bool is_last(int rank, int size)
{
    std::vector<int> left(size, 1);
    left[0] = 0;
    left[rank] = 0;
    return left[0] == 1;
}

}

int main(int argc, char** argv)
{
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (is_last(rank, size))
        MPI_Barrier(MPI_COMM_WORLD);
    if (finished_early(rank))
        MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
    MPI_Finalize();
}
