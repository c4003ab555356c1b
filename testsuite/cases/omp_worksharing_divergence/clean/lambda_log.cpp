// The log lambda has a single construct in it and is called by all threads with the same text.
//@ flags: -fopenmp
//@ mpi: none
#include <cstdio>
#include <omp.h>
#include <string>

int main()
{
    int cells[3] = {7, -2, 5}, negative = 0;
    auto log = [&](const std::string &text) {
#pragma omp single
        std::puts(text.c_str());
    };
#pragma omp parallel num_threads(3) reduction(+ : negative)
    {
        const int me = omp_get_thread_num();
        if (cells[me] < 0)
            ++negative;
        log("cells checked");
    }
    std::printf("%d\n", negative);
    return 0;
}
