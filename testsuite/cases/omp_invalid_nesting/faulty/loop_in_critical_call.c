// A library function shares a loop; its caller holds a critical section, so nobody can come to help.
//@ flags: -fopenmp
//@ mpi: none
#include <stdio.h>

static double x[32];

static double norm(void)
{
    double part = 0.0;
#pragma omp for //~ omp_invalid_nesting
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
#pragma omp critical(total)
        total += norm();
    }
    printf("%g\n", total);
    return 0;
}
