#include "solver.h"

namespace {

class SerialSolver final : public Solver {
public:
    double solve(double right_side) const override { return 0.5 * right_side; }
};

class ParallelSolver final : public Solver {
public:
    double solve(double right_side) const override
    {
        double largest = 0.0;
        MPI_Allreduce(&right_side, &largest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD); //~ collective_divergence
        return 0.5 * largest;
    }
};

const SerialSolver serial;
const ParallelSolver parallel;

} // namespace

const Solver &choose_solver(bool wanted)
{
    if (wanted)
        return parallel;
    return serial;
}
