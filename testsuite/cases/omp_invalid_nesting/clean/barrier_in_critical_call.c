// The barrier is called in front of the critical section.
//@ flags: -fopenmp
//@ mpi: none
#include <stdio.h>

static int arrived, order[3];

static void wait_for_all(void)
{
#pragma omp barrier
}

int main(void)
{
#pragma omp parallel num_threads(3)
    {
        wait_for_all();
#pragma omp critical
        {
            order[arrived] = arrived;
            arrived++;
        }
    }
    printf("%d %d\n", arrived, order[2]);
    return 0;
}
