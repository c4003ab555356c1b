// Whether a thread leads is asked of a helper; only leaders come to the barrier.
//@ flags: -fopenmp
//@ mpi: none
#include <omp.h>
#include <stdio.h>

static int is_leader(void)
{
    return omp_get_thread_num() % 2 == 0;
}

int main(void)
{
    int token = 0, copies = 0;
#pragma omp parallel num_threads(4)
    {
#pragma omp master
        token = 9;
        if (is_leader()) {
#pragma omp barrier //~ omp_barrier_divergence
        }
#pragma omp atomic
        copies += token;
    }
    printf("%d\n", copies);
    return 0;
}
