// A thread makes a team inside of a critical region, and the team enters another one.
//@ flags: -fopenmp
//@ mpi: none
#include <omp.h>
#include <stdio.h>

static int sum;

static void add(int value)
{
#pragma omp parallel num_threads(2)
    {
#pragma omp critical(adding)
        sum += value;
    }
}

int main(void)
{
    omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
    {
#pragma omp critical
        add(1);
    }
    printf("%d\n", sum);
    return 0;
}
