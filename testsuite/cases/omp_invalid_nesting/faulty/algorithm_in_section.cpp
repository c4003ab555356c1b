// Each section calls a parallel algorithm of the library, which shares a loop of the same team.
//@ flags: -fopenmp
//@ mpi: none
#include <cstdio>

namespace library {
template <typename T> void fill_shared(T *data, int n, T value)
{
#pragma omp for //~ omp_invalid_nesting
    for (int i = 0; i < n; ++i)
        data[i] = value;
}

template <typename T> void fill(T *data, int n, T value)
{
    for (int i = 0; i < n; ++i)
        data[i] = value;
}
} // namespace library

int main()
{
    double heights[9], widths[9];
#pragma omp parallel num_threads(2)
    {
#pragma omp sections
        {
#pragma omp section
            library::fill_shared(heights, 9, 1.5);
#pragma omp section
            library::fill(widths, 9, 2.5);
        }
    }
    std::printf("%g %g\n", heights[8], widths[8]);
    return 0;
}
