// The system to solve: diffusion on a square with a coefficient that changes from place to place.
#pragma once

#include <vector>

#include "csr_matrix.hpp"
#include "options.hpp"
#include "partition.hpp"

namespace cg {

// The rows of this rank, with global columns. Symmetric and positive definite. Throws
// std::domain_error when a row of this rank is not usable, on this rank only.
CsrMatrix assemble_rows(const Options& options, const Partition& partition);

// A solution to aim at, and to compare with.
std::vector<double> chosen_solution(const Options& options, const Partition& partition);

}  // namespace cg
