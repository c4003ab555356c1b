// All threads come to the barrier.
//@ mpi: none
//@ flags: -fopenmp
//@ levels: -O2
//@ deterministic: no
#include <omp.h>
#include <stdio.h>

static void all_meet(void);

int main(void)
{
#pragma omp parallel num_threads(3)
    {
        if (omp_get_num_threads() > 0)
            all_meet();
    }
    puts("done");
    return 0;
}

__attribute__((noinline)) static void all_meet(void)
{
    printf("thread %d\n", omp_get_thread_num());
#pragma omp barrier
}
