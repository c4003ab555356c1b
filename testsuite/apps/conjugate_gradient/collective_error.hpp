// Exceptions and collectives. An exception that only one rank throws takes it out of the common
// path, and the others wait for it for ever. Work that can fail on some ranks only therefore runs
// inside `on_all_ranks`, which throws on every rank or on none.
#pragma once

#include <exception>
#include <stdexcept>
#include <string>

#include "communicator.hpp"

namespace cg {

// Thrown by every rank of a communicator when at least one of them failed.
class CollectiveError : public std::runtime_error {
public:
    CollectiveError(const std::string& what, int failed_ranks)
        : std::runtime_error(what), failed_ranks_(failed_ranks) {}

    int failed_ranks() const { return failed_ranks_; }

private:
    int failed_ranks_;
};

// Says on all ranks how many of them failed, with the words of the lowest. Collective.
[[noreturn]] void throw_on_all(const Communicator& comm, int failures, bool failed_here,
                               const std::string& what);

// Runs `work`, which must not call collectives, and lets every rank know how it went. Collective.
template <class Work>
void on_all_ranks(const Communicator& comm, Work work) {
    bool failed = false;
    std::string what;
    try {
        work();
    } catch (const std::exception& error) {
        failed = true;
        what = error.what();
    }
    const int failures = comm.reduce_all(failed ? 1 : 0, MPI_SUM);
    if (failures > 0) throw_on_all(comm, failures, failed, what);
}

}  // namespace cg
