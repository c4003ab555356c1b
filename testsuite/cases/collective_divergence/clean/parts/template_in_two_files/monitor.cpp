#include <cstdio>
#include "norm.h"

void monitor(const std::vector<float> &samples, bool active);

void monitor(const std::vector<float> &samples, bool active)
{
    if (active && norm(samples, MPI_COMM_WORLD) > 100.0f)
        std::puts("diverging");
}
