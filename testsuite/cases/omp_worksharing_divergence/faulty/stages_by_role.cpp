// Two roles, two kinds of worksharing: neither is met by the whole team.
//@ flags: -fopenmp
//@ mpi: none
#include <array>
#include <iostream>
#include <omp.h>

enum class Role { loader, solver };

static Role role_of(int thread)
{
    return thread < 2 ? Role::loader : Role::solver;
}

struct Pipeline {
    std::array<int, 2> loaded{};
    std::array<int, 12> solved{};

    void load()
    {
#pragma omp sections nowait //~ omp_worksharing_divergence
        {
#pragma omp section
            loaded[0] = 1;
#pragma omp section
            loaded[1] = 2;
        }
    }
    void solve()
    {
#pragma omp for nowait //~ omp_worksharing_divergence
        for (int i = 0; i < 12; ++i)
            solved[i] = i * loaded[i % 2];
    }
};

int main()
{
    Pipeline pipeline;
    int loaders = 0;
#pragma omp parallel num_threads(4) reduction(+ : loaders)
    {
        const Role role = role_of(omp_get_thread_num());
        if (role == Role::loader) {
            ++loaders;
            pipeline.load();
        } else {
            pipeline.solve();
        }
    }
    std::cout << loaders << ' ' << pipeline.loaded[1] << ' ' << pipeline.solved[11] << '\n';
    return 0;
}
