// Who waits at the barrier holds the critical section that the others need to get there.
//@ flags: -fopenmp
//@ mpi: none
#include <stdio.h>

static int arrived, order[3];

static void wait_for_all(void)
{
#pragma omp barrier //~ omp_invalid_nesting
}

int main(void)
{
#pragma omp parallel num_threads(3)
    {
#pragma omp critical
        {
            order[arrived] = arrived;
            arrived++;
            wait_for_all();
        }
    }
    printf("%d %d\n", arrived, order[2]);
    return 0;
}
