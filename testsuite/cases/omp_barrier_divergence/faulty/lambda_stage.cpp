// The stage is a lambda; the even threads skip it with its barrier.
//@ flags: -fopenmp
//@ mpi: none
#include <array>
#include <iostream>
#include <omp.h>

int main()
{
    std::array<int, 4> value{1, 2, 3, 4}, next{};
    auto stage = [&](int me) {
        next[me] = value[(me + 1) % 4];
#pragma omp barrier //~ omp_barrier_divergence
        value[me] = next[me];
    };
#pragma omp parallel num_threads(4)
    {
        const int me = omp_get_thread_num();
        const bool odd = me & 1;
        if (odd)
            stage(me);
    }
    for (int v : value)
        std::cout << v << ' ';
    std::cout << '\n';
    return 0;
}
