// A logger that only the root owns.
#include <mpi.h>
#include <cstdio>
#include <memory>

class Logger {
public:
    explicit Logger(const char *prefix) : prefix_(prefix) {}
    void line(double value) const { std::printf("%s %g\n", prefix_, value); }

private:
    const char *prefix_;
};

class Simulation {
public:
    Simulation()
    {
        MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
        if (rank_ == 0)
            logger_ = std::make_unique<Logger>("residual");
    }
    void step()
    {
        double residual = 1.0 / (rank_ + 2), worst = 0.0;
        MPI_Reduce(&residual, &worst, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
        if (!logger_)
            return;
        logger_->line(worst);
    }

private:
    std::unique_ptr<Logger> logger_;
    int rank_ = 0;
};

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    {
        Simulation simulation;
        simulation.step();
    }
    MPI_Finalize();
    return 0;
}
