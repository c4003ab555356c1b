// What is asked of the thread's number does not hold for the first: it goes round once more.
//@ flags: -fopenmp
//@ mpi: none
#include <omp.h>
#include <stdio.h>

int main(void)
{
    int rounds = 0;
#pragma omp parallel
    {
        int limit = omp_get_thread_num() >= 1 ? 3 : 4;
        for (int round = 0; round < limit; round++) {
#pragma omp atomic
            rounds++;
#pragma omp barrier //~ omp_barrier_divergence
        }
    }
    printf("%d\n", rounds);
    return 0;
}
