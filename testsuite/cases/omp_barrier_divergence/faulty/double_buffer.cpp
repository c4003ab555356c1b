// Consumers stop when their own share is done; the producer waits for them at the barrier.
//@ flags: -fopenmp
//@ mpi: none
#include <atomic>
#include <iostream>
#include <omp.h>

class DoubleBuffer {
public:
    void turn()
    {
#pragma omp barrier //~ omp_barrier_divergence
    }
    int &front(int round) { return slot_[round % 2]; }
    int &back(int round) { return slot_[(round + 1) % 2]; }

private:
    int slot_[2] = {0, 0};
};

int main()
{
    constexpr int rounds = 6;
    DoubleBuffer buffer;
    std::atomic<int> sum{0};
#pragma omp parallel num_threads(3)
    {
        const int me = omp_get_thread_num();
        const int own = me == 0 ? rounds : rounds - me;
        for (int round = 0; round < own; ++round) {
            if (me == 0)
                buffer.back(round) = round + 1;
            else
                sum += buffer.front(round);
            buffer.turn();
        }
    }
    std::cout << sum << '\n';
    return 0;
}
