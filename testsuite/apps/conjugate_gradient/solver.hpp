// Preconditioned conjugate gradients, for any operator and any preconditioner.
#pragma once

#include <cmath>
#include <stdexcept>
#include <vector>

#include "partition.hpp"

namespace cg {

struct Outcome {
    int iterations = 0;
    bool converged = false;
    double residual = 0.0;  // relative to the right-hand side
};

// Watches the iterations: called on all ranks with the same values.
class Monitor {
public:
    virtual ~Monitor() = default;
    virtual void iteration(int number, double residual) = 0;
};

inline double dot(const BlockSum& sum, const std::vector<double>& a, const std::vector<double>& b) {
    return sum([&](std::int64_t i) {
        const std::size_t k = static_cast<std::size_t>(i);
        return a[k] * b[k];
    });
}

// y += alpha x
inline void add_scaled(double alpha, const std::vector<double>& x, std::vector<double>& y) {
    for (std::size_t i = 0; i < y.size(); ++i) y[i] += alpha * x[i];
}

// Solves A x = b, starting from x. Collective; all ranks get the same outcome.
template <class Operator, class Preconditioner>
Outcome conjugate_gradient(const Operator& a, const Preconditioner& m, const BlockSum& sum,
                           const std::vector<double>& b, std::vector<double>& x, double tolerance,
                           int max_iterations, Monitor& monitor) {
    std::vector<double> r(b.size()), z(b.size()), p, q(b.size());
    Outcome outcome;

    a.multiply(x, r);
    for (std::size_t i = 0; i < r.size(); ++i) r[i] = b[i] - r[i];
    m.apply(r, z);
    p = z;

    const double norm_b = std::sqrt(dot(sum, b, b));
    double rho = dot(sum, r, z);
    if (norm_b == 0.0) {
        outcome.converged = true;
        return outcome;
    }
    while (outcome.iterations < max_iterations) {
        a.multiply(p, q);
        const double curvature = dot(sum, p, q);
        if (!(curvature > 0.0)) throw std::domain_error("the matrix is not positive definite");
        const double alpha = rho / curvature;
        add_scaled(alpha, p, x);
        add_scaled(-alpha, q, r);
        ++outcome.iterations;

        outcome.residual = std::sqrt(dot(sum, r, r)) / norm_b;
        monitor.iteration(outcome.iterations, outcome.residual);
        if (outcome.residual < tolerance) {
            outcome.converged = true;
            break;
        }

        m.apply(r, z);
        const double next_rho = dot(sum, r, z);
        const double beta = next_rho / rho;
        rho = next_rho;
        for (std::size_t i = 0; i < p.size(); ++i) p[i] = z[i] + beta * p[i];
    }
    return outcome;
}

}  // namespace cg
