// An element that is there on all ranks, asked for by helpers that have nothing to destroy.
#include <mpi.h>
#include <stdexcept>
#include <vector>

static double picked(const std::vector<double> &weights, int which)
{
    return weights.at(which);
}

static double scaled(const std::vector<double> &weights, int which)
{
    return picked(weights, which) * 2;
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    std::vector<double> weights(size, 0.5);
    double weight = 0;
    bool found = true;
    try {
        weight = scaled(weights, rank);
    } catch (const std::out_of_range &) {
        found = false;
    }
    if (found) {
        double all;
        MPI_Allreduce(&weight, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
