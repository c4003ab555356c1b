// Each thread goes round as often as its number says, with a barrier in every round.
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
        int limit = omp_get_thread_num() + 1;
        for (int round = 0; round < limit; round++) {
#pragma omp atomic
            rounds++;
#pragma omp barrier //~ omp_barrier_divergence
        }
    }
    printf("%d rounds\n", rounds);
    return 0;
}
