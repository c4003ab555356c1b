// Rows in blocks, blocks on ranks. Sums are formed block by block and then over the blocks in
// their order: the result is the same to the last bit for every number of ranks.
#pragma once

#include <cstdint>
#include <vector>

#include "communicator.hpp"

namespace cg {

class Partition {
public:
    static constexpr std::int64_t rows_per_block = 64;

    Partition(std::int64_t rows, const Communicator& comm);

    std::int64_t rows() const { return rows_; }
    std::int64_t first() const { return first_row(rank_); }
    std::int64_t last() const { return first_row(rank_ + 1); }
    std::int64_t local_rows() const { return last() - first(); }
    std::int64_t blocks() const { return (rows_ + rows_per_block - 1) / rows_per_block; }
    std::int64_t first_block(int rank) const;
    std::int64_t first_row(int rank) const;
    int owner(std::int64_t row) const;

private:
    std::int64_t rows_;
    int rank_;
    int ranks_;
};

// Adds what the blocks of all ranks contribute. Collective.
class BlockSum {
public:
    BlockSum(const Partition& partition, const Communicator& comm);

    // `term(i)` is the contribution of local row `i`.
    template <class Term>
    double operator()(Term term) const {
        std::vector<double> mine(static_cast<std::size_t>(counts_[my_index_]), 0.0);
        const std::int64_t rows = partition_.local_rows();
        for (std::int64_t i = 0; i < rows; ++i)
            mine[static_cast<std::size_t>(i / Partition::rows_per_block)] += term(i);
        return add(mine);
    }

private:
    double add(const std::vector<double>& mine) const;

    const Partition& partition_;
    const Communicator& comm_;
    std::size_t my_index_;
    std::vector<int> counts_, starts_;
};

}  // namespace cg
