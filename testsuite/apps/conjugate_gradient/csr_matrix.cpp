#include "csr_matrix.hpp"

#include <algorithm>

namespace cg {

namespace {

constexpr int ghost_tag = 7;

}  // namespace

void CsrMatrix::append_row(const std::vector<Entry>& entries) {
    for (const auto& [column, value] : entries) {
        columns_.push_back(column);
        values_.push_back(value);
    }
    starts_.push_back(values_.size());
}

void CsrMatrix::map_columns(const std::function<std::int64_t(std::int64_t)>& name) {
    std::transform(columns_.begin(), columns_.end(), columns_.begin(), name);
}

DistributedMatrix::DistributedMatrix(CsrMatrix rows, const Partition& partition,
                                     const Communicator& comm)
    : rows_(std::move(rows)), partition_(partition), comm_(comm) {
    find_ghosts();
    plan_exchange();

    // Local columns first, ghosts after them.
    const std::int64_t first = partition_.first();
    const std::int64_t local = partition_.local_rows();
    rows_.map_columns([&](std::int64_t column) {
        if (column >= first && column < first + local) return column - first;
        const auto ghost = std::lower_bound(ghosts_.begin(), ghosts_.end(), column);
        return local + (ghost - ghosts_.begin());
    });
}

void DistributedMatrix::find_ghosts() {
    for (std::size_t row = 0; row < rows_.rows(); ++row) {
        rows_.for_row(row, [&](std::int64_t column, double) {
            if (column < partition_.first() || column >= partition_.last())
                ghosts_.push_back(column);
        });
    }
    std::sort(ghosts_.begin(), ghosts_.end());
    ghosts_.erase(std::unique(ghosts_.begin(), ghosts_.end()), ghosts_.end());
}

// Every rank knows what it needs; the others learn by two exchanges what they have to send.
void DistributedMatrix::plan_exchange() {
    const std::size_t ranks = static_cast<std::size_t>(comm_.size());
    std::vector<int> needed(ranks, 0);
    for (const std::int64_t ghost : ghosts_)
        ++needed[static_cast<std::size_t>(partition_.owner(ghost))];
    const std::vector<int> wanted = comm_.exchange(needed);

    std::vector<int> needed_at(ranks, 0);
    std::vector<int> wanted_at(ranks, 0);
    for (std::size_t r = 1; r < ranks; ++r) {
        needed_at[r] = needed_at[r - 1] + needed[r - 1];
        wanted_at[r] = wanted_at[r - 1] + wanted[r - 1];
    }
    std::vector<std::int64_t> requests(
        static_cast<std::size_t>(wanted_at.back() + wanted.back()));
    MPI_Alltoallv(ghosts_.data(), needed.data(), needed_at.data(), MPI_INT64_T, requests.data(),
                  wanted.data(), wanted_at.data(), MPI_INT64_T, comm_.handle());

    for (std::size_t r = 0; r < ranks; ++r) {
        if (needed[r] == 0 && wanted[r] == 0) continue;
        Neighbour neighbour{static_cast<int>(r), {}, static_cast<std::size_t>(needed_at[r]),
                            static_cast<std::size_t>(needed[r])};
        for (int k = 0; k < wanted[r]; ++k) {
            const std::int64_t row = requests[static_cast<std::size_t>(wanted_at[r] + k)];
            neighbour.send.push_back(static_cast<std::size_t>(row - partition_.first()));
        }
        neighbours_.push_back(std::move(neighbour));
    }
}

void DistributedMatrix::multiply(const std::vector<double>& x, std::vector<double>& y) const {
    std::vector<double> extended(x.size() + ghosts_.size());
    std::vector<std::vector<double>> outgoing(neighbours_.size());
    std::vector<MPI_Request> requests;
    requests.reserve(2 * neighbours_.size());

    for (const Neighbour& from : neighbours_) {
        MPI_Irecv(extended.data() + x.size() + from.first_ghost,
                  static_cast<int>(from.ghost_count), MPI_DOUBLE, from.rank, ghost_tag,
                  comm_.handle(), &requests.emplace_back());
    }
    for (std::size_t n = 0; n < neighbours_.size(); ++n) {
        const Neighbour& to = neighbours_[n];
        for (const std::size_t row : to.send) outgoing[n].push_back(x[row]);
        MPI_Isend(outgoing[n].data(), static_cast<int>(outgoing[n].size()), MPI_DOUBLE, to.rank,
                  ghost_tag, comm_.handle(), &requests.emplace_back());
    }
    std::copy(x.begin(), x.end(), extended.begin());
    MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);

    for (std::size_t row = 0; row < rows_.rows(); ++row) {
        double sum = 0.0;
        rows_.for_row(row, [&](std::int64_t column, double value) {
            sum += value * extended[static_cast<std::size_t>(column)];
        });
        y[row] = sum;
    }
}

std::vector<double> DistributedMatrix::diagonal() const {
    std::vector<double> diagonal(rows_.rows(), 0.0);
    for (std::size_t row = 0; row < rows_.rows(); ++row) {
        rows_.for_row(row, [&](std::int64_t column, double value) {
            if (column == static_cast<std::int64_t>(row)) diagonal[row] = value;
        });
    }
    return diagonal;
}

}  // namespace cg
