#pragma once
#include <mpi.h>

class Solver {
public:
    virtual double solve(double right_side) const = 0;

protected:
    ~Solver() = default;
};

const Solver &choose_solver(bool parallel);
