// The caller's critical section has a name, so it is not the helper's.
//@ flags: -fopenmp
//@ mpi: none
#include <stdio.h>

static double best = 1e9;
static int improvements;

static void count_improvement(void)
{
#pragma omp critical
    improvements++;
}

static void offer(double cost)
{
#pragma omp critical(best)
    {
        if (cost < best) {
            best = cost;
            count_improvement();
        }
    }
}

int main(void)
{
#pragma omp parallel for num_threads(4)
    for (int i = 0; i < 20; i++)
        offer(100.0 - i);
    printf("%g %d\n", best, improvements > 0);
    return 0;
}
