// What all ranks have is gathered into a vector that was just made, in pieces of different length, and added up in
// order: the sum is the same everywhere. Columns are renamed by a std::function, which may throw if it is empty.
//@ check: nothing
//@ ranks: 4
#include <mpi.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <functional>
#include <numeric>
#include <vector>

class Pieces {
public:
    Pieces(MPI_Comm comm, int rows) : comm_(comm), rows_(rows) {
        int size = 0;
        MPI_Comm_rank(comm_, &rank_);
        MPI_Comm_size(comm_, &size);
        for (int rank = 0; rank < size; ++rank) {
            starts_.push_back(rows * rank / size);
            counts_.push_back(rows * (rank + 1) / size - rows * rank / size);
        }
    }

    int first() const { return starts_[rank_]; }
    int count() const { return counts_[rank_]; }

    double sum(const std::vector<double>& mine) const {
        std::vector<double> all(static_cast<std::size_t>(rows_));
        MPI_Allgatherv(mine.data(), count(), MPI_DOUBLE, all.data(), counts_.data(), starts_.data(), MPI_DOUBLE,
                       comm_);
        return std::accumulate(all.begin(), all.end(), 0.0);
    }

private:
    MPI_Comm comm_;
    int rows_;
    int rank_ = 0;
    std::vector<int> starts_, counts_;
};

static void rename(std::vector<long>& columns, const std::function<long(long)>& name) {
    std::transform(columns.begin(), columns.end(), columns.begin(), name);
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    try {
        const Pieces pieces(MPI_COMM_WORLD, 42);
        std::vector<long> columns;
        for (int row = 0; row < pieces.count(); ++row) columns.push_back(pieces.first() + row);
        const long first = pieces.first();
        rename(columns, [&](long column) { return column - first; });

        std::vector<double> mine(pieces.count(), 1.0);
        double change = pieces.sum(mine);
        while (change > 1.0) {
            for (double& value : mine) value *= 0.5;
            change = pieces.sum(mine);
        }
        if (pieces.sum(mine) > 0.0) MPI_Barrier(MPI_COMM_WORLD);
        if (rank == 0) std::printf("%zu columns, %g\n", columns.size(), change);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
    }
    MPI_Finalize();
    return 0;
}
