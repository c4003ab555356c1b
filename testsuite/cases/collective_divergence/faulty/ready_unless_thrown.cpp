// A part of a run is set up by several functions that have nothing to destroy: what one rank throws there leaves the
// note unwritten that all is ready.
#include <mpi.h>
#include <stdexcept>
#include <string>
#include <vector>

static bool ready;

class Grid {
    std::vector<double> cells_;
    int rank_, size_;

    void share_out(int total)
    {
        const int share = total / size_ + (rank_ < total % size_ ? 1 : 0);
        if (share == 0)
            throw std::length_error("nothing left for rank " + std::to_string(rank_));
        cells_.assign(share, 1.0);
    }

public:
    Grid(int rank, int size) : rank_(rank), size_(size) {}

    void build(int total)
    {
        share_out(total);
        ready = true;
    }

    double sum() const
    {
        double sum = 0;
        for (double cell : cells_)
            sum += cell;
        return sum;
    }
};

static void set_up(Grid &grid)
{
    grid.build(2);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    Grid grid(rank, size);
    try {
        set_up(grid);
    } catch (const std::exception &) {
    }
    if (ready) {
        double mine = grid.sum(), all = 0;
        MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); //~ collective_divergence
    }
    MPI_Finalize();
    return 0;
}
