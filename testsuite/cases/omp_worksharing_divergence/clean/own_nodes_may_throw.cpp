// Each thread updates its own nodes, of which some may complain; all meet behind them in each step.
//@ flags: -fopenmp
//@ mpi: none
#include <cstdio>
#include <exception>
#include <memory>
#include <omp.h>
#include <stdexcept>
#include <vector>

struct Node {
    virtual ~Node() = default;
    virtual void update(long step)
    {
        if (step < 0)
            throw std::invalid_argument("step");
        state += 0.5;
    }
    double state = 0;
};

class Simulation {
public:
    explicit Simulation(int threads) : nodes_(threads)
    {
        for (int thread = 0; thread < threads; ++thread)
            for (int node = 0; node <= thread; ++node)
                nodes_[thread].push_back(std::make_unique<Node>());
    }

    void run(long steps)
    {
#pragma omp parallel num_threads(4)
        {
            const int thread = omp_get_thread_num();
            try {
                for (long step = 0; step < steps; ++step) {
                    for (auto &node : nodes_[thread])
                        node->update(step);
#pragma omp single
                    gathered_ += 1;
                }
            } catch (const std::exception &) {
                failed_ = true;
            }
        }
    }

    long gathered() const { return failed_ ? -1 : gathered_; }

private:
    std::vector<std::vector<std::unique_ptr<Node>>> nodes_;
    long gathered_ = 0;
    bool failed_ = false;
};

int main(int argc, char **)
{
    Simulation simulation(4);
    simulation.run(3 * argc);
    std::printf("%ld\n", simulation.gathered());
}
