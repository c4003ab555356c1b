// What the user asked for.
#pragma once

#include <cstdint>
#include <string>

#include "communicator.hpp"

namespace cg {

struct Options {
    int grid = 40;                // points in each of the two directions
    int max_iterations = 500;
    double tolerance = 1e-10;     // relative to the right-hand side
    int log_every = 20;           // iterations between two lines of the log
    int weak_row = -1;            // a row whose diagonal is spoiled on purpose; -1: none
    bool jacobi = true;           // precondition with the diagonal
    std::string log;              // file of the log; empty: no log

    std::int64_t rows() const { return static_cast<std::int64_t>(grid) * grid; }
};

// Rank 0 reads the command line, all ranks get the result or the same exception. Collective.
Options read_options(int argc, char** argv, const Communicator& comm);

}  // namespace cg
