// Sparse rows, and a matrix whose rows are spread over ranks.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "communicator.hpp"
#include "partition.hpp"

namespace cg {

// Compressed sparse rows. Columns are whatever the owner says they are.
class CsrMatrix {
public:
    using Entry = std::pair<std::int64_t, double>;

    void append_row(const std::vector<Entry>& entries);

    std::size_t rows() const { return starts_.size() - 1; }
    std::size_t entries() const { return values_.size(); }

    template <class Visit>
    void for_row(std::size_t row, Visit visit) const {
        for (std::size_t k = starts_[row]; k < starts_[row + 1]; ++k) visit(columns_[k], values_[k]);
    }

    // Renames all columns.
    void map_columns(const std::function<std::int64_t(std::int64_t)>& name);

private:
    std::vector<std::size_t> starts_{0};
    std::vector<std::int64_t> columns_;
    std::vector<double> values_;
};

// The rows of this rank, and what it must know of other ranks' vectors to multiply with them.
class DistributedMatrix {
public:
    // `rows` are the rows of this rank with global columns. Collective.
    DistributedMatrix(CsrMatrix rows, const Partition& partition, const Communicator& comm);

    // y = A x. Every rank sends what its neighbours need.
    void multiply(const std::vector<double>& x, std::vector<double>& y) const;

    // The diagonal of the rows of this rank.
    std::vector<double> diagonal() const;

    std::int64_t local_rows() const { return partition_.local_rows(); }
    std::size_t ghosts() const { return ghosts_.size(); }

private:
    struct Neighbour {
        int rank;
        std::vector<std::size_t> send;  // local rows it needs
        std::size_t first_ghost;        // what it sends to us goes here
        std::size_t ghost_count;
    };

    void find_ghosts();
    void plan_exchange();

    CsrMatrix rows_;
    const Partition& partition_;
    const Communicator& comm_;
    std::vector<std::int64_t> ghosts_;  // global rows of others, in order
    std::vector<Neighbour> neighbours_;
};

}  // namespace cg
