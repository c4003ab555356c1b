#include "partition.hpp"

#include <algorithm>
#include <numeric>

namespace cg {

Partition::Partition(std::int64_t rows, const Communicator& comm)
    : rows_(rows), rank_(comm.rank()), ranks_(comm.size()) {}

std::int64_t Partition::first_block(int rank) const { return blocks() * rank / ranks_; }

std::int64_t Partition::first_row(int rank) const {
    return std::min(first_block(rank) * rows_per_block, rows_);
}

int Partition::owner(std::int64_t row) const {
    int low = 0;
    int high = ranks_;
    while (high - low > 1) {
        const int middle = low + (high - low) / 2;
        (first_row(middle) <= row ? low : high) = middle;
    }
    return low;
}

BlockSum::BlockSum(const Partition& partition, const Communicator& comm)
    : partition_(partition), comm_(comm), my_index_(static_cast<std::size_t>(comm.rank())) {
    for (int rank = 0; rank < comm.size(); ++rank) {
        const std::int64_t first = partition.first_block(rank);
        starts_.push_back(static_cast<int>(first));
        counts_.push_back(static_cast<int>(partition.first_block(rank + 1) - first));
    }
}

double BlockSum::add(const std::vector<double>& mine) const {
    std::vector<double> all(static_cast<std::size_t>(partition_.blocks()));
    MPI_Allgatherv(mine.data(), counts_[my_index_], MPI_DOUBLE, all.data(), counts_.data(),
                   starts_.data(), MPI_DOUBLE, comm_.handle());
    return std::accumulate(all.begin(), all.end(), 0.0);
}

}  // namespace cg
