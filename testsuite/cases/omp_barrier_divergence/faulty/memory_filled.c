// A flag of each thread is set by filling memory with what tells threads apart.
//@ flags: -fopenmp
//@ mpi: none
#include <omp.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    omp_set_num_threads(4);
#pragma omp parallel
    {
        int late = 0;
        if (omp_get_thread_num() > 1)
            memset(&late, 1, sizeof late);
        if (late) {
#pragma omp barrier //~ omp_barrier_divergence
        }
    }
    puts("done");
    return 0;
}
