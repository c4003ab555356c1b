// The thread number of the inner team parts its threads.
//@ flags: -fopenmp
//@ mpi: none
#include <omp.h>
#include <stdio.h>

int main(void)
{
    int count[2] = {0, 0};
    omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
    {
        int zone = omp_get_thread_num();
#pragma omp parallel num_threads(2)
        {
#pragma omp atomic
            count[zone]++;
            if (omp_get_thread_num() == zone) {
#pragma omp barrier //~ omp_barrier_divergence
#pragma omp atomic
                count[zone] += 10;
            }
        }
    }
    printf("%d %d\n", count[0], count[1]);
    return 0;
}
