// The loop is shared first, the critical section only adds what each thread has found.
//@ flags: -fopenmp
//@ mpi: none
#include <stdio.h>

static double x[32];

static double norm(void)
{
    double part = 0.0;
#pragma omp for
    for (int i = 0; i < 32; i++)
        part += x[i] * x[i];
    return part;
}

int main(void)
{
    double total = 0.0;
    for (int i = 0; i < 32; i++)
        x[i] = i % 3;
#pragma omp parallel num_threads(4)
    {
        double part = norm();
#pragma omp critical(total)
        total += part;
    }
    printf("%g\n", total);
    return 0;
}
