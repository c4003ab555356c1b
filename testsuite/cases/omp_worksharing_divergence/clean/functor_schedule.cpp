// A functor for the team says whether it takes part.
//@ flags: -fopenmp
//@ mpi: none
#include <cstdio>
#include <omp.h>

struct TakesPart {
    int limit;
    bool operator()(int index) const { return index < limit; }
};

template <typename Predicate> void halve(double *data, int n, Predicate takes_part, int index)
{
    if (takes_part(index)) {
#pragma omp for schedule(guided, 2)
        for (int i = 0; i < n; ++i)
            data[i] /= 2;
    }
}

int main()
{
    double data[18];
    for (int i = 0; i < 18; ++i)
        data[i] = i;
    const TakesPart first_three{3};
#pragma omp parallel num_threads(4)
    halve(data, 18, first_three, omp_get_num_threads() / 2);
    std::printf("%g\n", data[17]);
    return 0;
}
