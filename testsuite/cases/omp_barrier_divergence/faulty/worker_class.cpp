// A worker that was given nothing returns before the barrier of the others.
//@ flags: -fopenmp
//@ mpi: none
#include <cstddef>
#include <iostream>
#include <numeric>
#include <omp.h>
#include <vector>

class Pool {
public:
    Pool(std::vector<std::vector<int>> jobs) : jobs_(std::move(jobs)), sums_(jobs_.size()) {}

    void work(std::size_t worker)
    {
        if (jobs_[worker].empty())
            return;
        sums_[worker] = std::accumulate(jobs_[worker].begin(), jobs_[worker].end(), 0);
#pragma omp barrier //~ omp_barrier_divergence
        if (worker == 0)
            total_ = std::accumulate(sums_.begin(), sums_.end(), 0);
    }
    int total() const { return total_; }

private:
    std::vector<std::vector<int>> jobs_;
    std::vector<int> sums_;
    int total_ = 0;
};

int main()
{
    Pool pool({{1, 2}, {3}, {}, {4, 5}});
#pragma omp parallel num_threads(4)
    pool.work(static_cast<std::size_t>(omp_get_thread_num()));
    std::cout << pool.total() << '\n';
    return 0;
}
