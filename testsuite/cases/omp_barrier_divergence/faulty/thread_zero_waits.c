// Only thread 0 comes to the barrier.
//@ flags: -fopenmp
//@ mpi: none
#include <omp.h>
#include <stdio.h>

int main(void)
{
    int table[4] = {0}, sum = 0;
#pragma omp parallel num_threads(4) shared(table)
    {
        int me = omp_get_thread_num();
        if (me == 0) {
            for (int i = 0; i < 4; i++)
                table[i] = i * i;
#pragma omp barrier //~ omp_barrier_divergence
        }
#pragma omp atomic
        sum += table[me];
    }
    printf("%d\n", sum);
    return 0;
}
