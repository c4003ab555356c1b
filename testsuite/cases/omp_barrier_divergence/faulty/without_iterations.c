// Three iterations, four threads: who gets none does not wait. Which one that is depends on the schedule.
//@ flags: -fopenmp
//@ mpi: none
//@ repeat: 50
#include <stdio.h>

int main(void)
{
    int result[3] = {0}, sum = 0;
#pragma omp parallel num_threads(4)
    {
        int mine = 0;
#pragma omp for schedule(dynamic, 1) nowait
        for (int i = 0; i < 3; i++) {
            result[i] = i + 1;
            mine++;
        }
        if (mine > 0) {
#pragma omp barrier //~ omp_barrier_divergence
#pragma omp atomic
            sum += result[mine - 1];
        }
    }
    printf("%d\n", sum > 0);
    return 0;
}
