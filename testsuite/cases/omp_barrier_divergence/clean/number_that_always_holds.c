// What is asked of the thread's number holds for all of them: they go round as often.
//@ flags: -fopenmp
//@ mpi: none
#include <omp.h>
#include <stdio.h>

int main(void)
{
    int rounds = 0;
#pragma omp parallel
    {
        int limit = omp_get_thread_num() >= 0 ? 3 : 4;
        for (int round = 0; round < limit; round++) {
#pragma omp atomic
            rounds++;
#pragma omp barrier
        }
    }
    printf("%d\n", rounds);
    return 0;
}
