// Sub-steps by the local Courant number; a smoother at the end of each sub-step.
#include <mpi.h>
#include <algorithm>
#include <array>
#include <cmath>

class Transport {
public:
    explicit Transport(double speed) : speed_(speed) { field_.fill(1.0); }
    int substeps(double dt) const
    {
        int steps = std::max(1, static_cast<int>(std::ceil(speed_ * dt)));
        return steps;
    }
    void advance(double dt)
    {
        const int steps = substeps(dt);
        for (int step = 0; step < steps; step++) {
            for (double &value : field_)
                value -= speed_ * dt / steps * 0.01 * value;
            MPI_Allreduce(MPI_IN_PLACE, field_.data(), 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD); //~ collective_divergence
        }
    }

private:
    double speed_;
    std::array<double, 8> field_;
};

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    Transport transport(1.0 + 2.0 * rank);
    for (int step = 0; step < 2; step++)
        transport.advance(0.9);
    MPI_Finalize();
    return 0;
}
