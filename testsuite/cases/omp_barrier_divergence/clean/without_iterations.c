// Three iterations, four threads: who gets none waits as well.
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
#pragma omp barrier
        if (mine > 0) {
#pragma omp atomic
            sum += result[mine - 1];
        }
    }
    printf("%d\n", sum > 0);
    return 0;
}
