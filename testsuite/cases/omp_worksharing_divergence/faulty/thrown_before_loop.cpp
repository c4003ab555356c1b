// A thread with a bad input throws and catches, and so never comes to the shared loop.
//@ flags: -fopenmp
//@ static: none
//@ mpi: none
#include <iostream>
#include <omp.h>
#include <stdexcept>
#include <string>

static int parse(const char *text)
{
    return std::stoi(text);
}

int main()
{
    const char *input[4] = {"4", "x", "16", "9"};
    int value[4] = {0, 0, 0, 0}, sum = 0, errors = 0;
#pragma omp parallel num_threads(4)
    {
        const int me = omp_get_thread_num();
        try {
            value[me] = parse(input[me]);
#pragma omp for reduction(+ : sum)
            for (int i = 0; i < 8; ++i)
                sum += i * value[me];
        } catch (const std::invalid_argument &) {
#pragma omp atomic
            ++errors;
        }
    }
    std::cout << sum << ", " << errors << " errors\n";
    return 0;
}
