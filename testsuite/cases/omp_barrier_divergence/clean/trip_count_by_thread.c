// All threads go round as often as there are threads.
//@ flags: -fopenmp
//@ mpi: none
//@ repeat: 50
#include <omp.h>
#include <stdio.h>

int main(void)
{
    int rounds = 0;
#pragma omp parallel num_threads(3)
    {
        int limit = omp_get_num_threads();
        for (int round = 0; round < limit; round++) {
#pragma omp atomic
            rounds++;
#pragma omp barrier
        }
    }
    printf("%d rounds\n", rounds);
    return 0;
}
