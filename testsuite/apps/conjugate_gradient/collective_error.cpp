#include "collective_error.hpp"

#include <algorithm>
#include <array>

namespace cg {

void throw_on_all(const Communicator& comm, int failures, bool failed_here,
                  const std::string& what) {
    const int lowest = comm.reduce_all(failed_here ? comm.rank() : comm.size(), MPI_MIN);
    std::array<char, 160> words{};
    if (comm.rank() == lowest) {
        const std::size_t length = std::min(what.size(), words.size() - 1);
        std::copy_n(what.begin(), length, words.begin());
    }
    MPI_Bcast(words.data(), static_cast<int>(words.size()), MPI_CHAR, lowest, comm.handle());
    throw CollectiveError(words.data(), failures);
}

}  // namespace cg
