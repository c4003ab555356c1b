// Preconditioners: anything with `void apply(const vector& r, vector& z) const`.
#pragma once

#include <vector>

#include "csr_matrix.hpp"

namespace cg {

class Identity {
public:
    void apply(const std::vector<double>& r, std::vector<double>& z) const { z = r; }
};

class Jacobi {
public:
    explicit Jacobi(const DistributedMatrix& matrix) : inverse_(matrix.diagonal()) {
        for (double& value : inverse_) value = 1.0 / value;
    }

    void apply(const std::vector<double>& r, std::vector<double>& z) const {
        for (std::size_t i = 0; i < r.size(); ++i) z[i] = inverse_[i] * r[i];
    }

private:
    std::vector<double> inverse_;
};

}  // namespace cg
